/**
 * SHA-256 (hex) of the edition of interface.md that the requirements are from. It changes only when another edition is
 * adopted; all requirements must then be reviewed.
 */
export const documentSha256 = '029386fc4a0fb217292f55454b4c3520941ba5ea262c405383b5362eddfb0db8';
