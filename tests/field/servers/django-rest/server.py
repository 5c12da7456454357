# Stack: Python, Django with Django REST framework and PyJWT, served by waitress.
import os

from django.core.wsgi import get_wsgi_application
from waitress import serve

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
serve(get_wsgi_application(), host="127.0.0.1", port=int(os.environ["PORT"]))
