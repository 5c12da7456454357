# The JWT, as bearer token or as websocket protocol.
import os
import re

import jwt
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed


class JwtAuthentication(BaseAuthentication):
    def authenticate(self, request):
        bearer = re.match(r"Bearer +(\S+)$", request.headers.get("Authorization", ""), re.I)
        protocols = request.headers.get("Sec-WebSocket-Protocol", "")
        token = bearer or re.search(r"jwt\.token\.([^\s,]+)", protocols) or ["", ""]
        try:
            options = {"verify_aud": False}
            return jwt.decode(token[1], os.environ["JWT_SECRET"], ["HS256"], options), token[1]
        except jwt.InvalidTokenError as error:
            raise AuthenticationFailed(f"No valid token: {error}")

    def authenticate_header(self, request):
        return "Bearer"
