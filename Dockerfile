# syntax=docker/dockerfile:1
# Built on the builder's own platform, for the target's: amd64 and arm64.
FROM --platform=$BUILDPLATFORM mcr.microsoft.com/dotnet/sdk:10.0 AS build
ARG TARGETARCH
WORKDIR /source

# The restore layer first: it changes only when a package or a project file does.
COPY global.json Directory.Build.props Directory.Packages.props BannedSymbols.txt .editorconfig ./
COPY src/S7OpcBridge.S7/*.csproj src/S7OpcBridge.S7/
COPY src/S7OpcBridge.Core/*.csproj src/S7OpcBridge.Core/
COPY src/S7OpcBridge.OpcUa/*.csproj src/S7OpcBridge.OpcUa/
COPY src/S7OpcBridge.Server/*.csproj src/S7OpcBridge.Server/
COPY src/S7OpcBridge.Simulator/*.csproj src/S7OpcBridge.Simulator/
COPY src/S7OpcBridge/*.csproj src/S7OpcBridge/
RUN dotnet restore src/S7OpcBridge -a $TARGETARCH

COPY src/ src/
RUN dotnet publish src/S7OpcBridge -c Release -a $TARGETARCH --no-restore --self-contained false -o /app

# Chiselled: no shell, no package manager, and a user without rights (app, 1654). "extra" brings time zones.
FROM mcr.microsoft.com/dotnet/aspnet:10.0-noble-chiseled-extra
WORKDIR /app
COPY --from=build /app .
COPY config/container.yaml /config/bridge.yaml
# The stores are written at run time: a volume takes its owner from this folder.
COPY --chown=1654:1654 certs/ /certs/
VOLUME ["/config", "/certs"]
EXPOSE 4840
USER app
ENTRYPOINT ["dotnet", "/app/s7opcbridge.dll"]
CMD ["run", "/config/bridge.yaml"]
