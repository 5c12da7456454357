# Django settings.
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "views"
INSTALLED_APPS = ["rest_framework"]
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["auth.JwtAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "EXCEPTION_HANDLER": "views.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
