/** What a target might put into its answers to fool a reader of the report. */
export const hostile = [
  '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J',
  '::error::stolen',
  '##[error]stolen ##vso[task.complete]',
  '</testcase><testcase name="x"/>]]> & " \' <!--',
  'txet \u202edesrever\u202c \u2066x\u2069',
  'NUL \u0000 BEL \u0007 DEL \u007f',
  '\ud800 lone',
].join('\n');
