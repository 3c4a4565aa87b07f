# syntax=docker/dockerfile:1
# docs/deploy.md says how to build and run this, and what of it was proven how. Both tags name one release exactly: raise them together, after reading its notes.
ARG SDK_TAG=10.0.401-noble
# Chiselled: no shell, no package manager, a user without rights (app, 1654). "extra" brings time zones.
ARG RUNTIME_TAG=10.0.12-noble-chiseled-extra

# Built on the builder's own platform, for the target's: amd64 and arm64.
FROM --platform=$BUILDPLATFORM mcr.microsoft.com/dotnet/sdk:${SDK_TAG} AS build
ARG TARGETARCH
# Compiled for the target ahead of time, so that the start does not wait for the compiler; needs the runtime packs of the target from nuget.org.
ARG READY_TO_RUN=true
ENV DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 CSharpier_Bypass=true
WORKDIR /source

# The restore layer first: it changes only when a package or a project file does.
COPY global.json Directory.Build.props Directory.Build.targets Directory.Packages.props BannedSymbols.txt .editorconfig ./
COPY src/Directory.Build.props src/Directory.Build.targets src/
COPY src/S7OpcBridge.Words/*.csproj src/S7OpcBridge.Words/
COPY src/S7OpcBridge.IsoOnTcp/*.csproj src/S7OpcBridge.IsoOnTcp/
COPY src/S7OpcBridge.S7/*.csproj src/S7OpcBridge.S7/
COPY src/S7OpcBridge.S7Plus/*.csproj src/S7OpcBridge.S7Plus/
COPY src/S7OpcBridge.Core/*.csproj src/S7OpcBridge.Core/
COPY src/S7OpcBridge.Map/*.csproj src/S7OpcBridge.Map/
COPY src/S7OpcBridge.Identity/*.csproj src/S7OpcBridge.Identity/
COPY src/S7OpcBridge.Import/*.csproj src/S7OpcBridge.Import/
COPY src/S7OpcBridge.History/*.csproj src/S7OpcBridge.History/
COPY src/S7OpcBridge.Cluster/*.csproj src/S7OpcBridge.Cluster/
COPY src/S7OpcBridge.OpcUa/*.csproj src/S7OpcBridge.OpcUa/
COPY src/S7OpcBridge.PubSub/*.csproj src/S7OpcBridge.PubSub/
COPY src/S7OpcBridge.OpcUa.Channel/*.csproj src/S7OpcBridge.OpcUa.Channel/
COPY src/S7OpcBridge.OpcUa.Server/*.csproj src/S7OpcBridge.OpcUa.Server/
COPY src/S7OpcBridge.OpcUa.Server.Conditions/*.csproj src/S7OpcBridge.OpcUa.Server.Conditions/
COPY src/S7OpcBridge.OpcUa.Server.Management/*.csproj src/S7OpcBridge.OpcUa.Server.Management/
COPY src/S7OpcBridge.Bridge/*.csproj src/S7OpcBridge.Bridge/
COPY src/S7OpcBridge.Web/*.csproj src/S7OpcBridge.Web/
COPY src/S7OpcBridge.Simulator/*.csproj src/S7OpcBridge.Simulator/
COPY src/S7OpcBridge/*.csproj src/S7OpcBridge/
# No apphost: the image starts the program with dotnet.
RUN dotnet restore src/S7OpcBridge -a $TARGETARCH -p:UseAppHost=false -p:PublishReadyToRun=$READY_TO_RUN

COPY src/ src/
RUN dotnet publish src/S7OpcBridge -c Release -a $TARGETARCH --no-restore --self-contained false -p:UseAppHost=false -p:PublishReadyToRun=$READY_TO_RUN \
      -p:PublishDocumentationFiles=false -o /app \
 && mkdir /scratch
COPY LICENSE THIRD-PARTY-NOTICES /app/

FROM mcr.microsoft.com/dotnet/aspnet:${RUNTIME_TAG}
ARG VERSION=0.1.0
ARG REVISION=
LABEL org.opencontainers.image.title="S7OpcBridge" \
      org.opencontainers.image.description="An OPC UA server that bridges Siemens S7 PLCs" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

COPY --from=build /app /app
COPY config/container.yaml /config/bridge.yaml
# All that is ever written, but a map that is edited on the page (mount its folder writable for 1654, then .versions lies in it, too): the certificate stores; history, states of alarms and users; and sockets that do not outlive the container. A volume takes its owner from these folders, also under a read-only root.
COPY --chown=1654:1654 certs/ /certs/
COPY --from=build --chown=1654:1654 /scratch/ /state/
COPY --from=build --chown=1654:1654 /scratch/ /run/s7opcbridge/
VOLUME ["/certs", "/state", "/run/s7opcbridge"]
ENV TMPDIR=/run/s7opcbridge \
    S7OPCBRIDGE_CERTIFICATES=/certs \
    S7OPCBRIDGE_STATE=/state \
    S7OPCBRIDGE_FIRST_START=https://0.0.0.0:8443 \
    ASPNETCORE_HTTP_PORTS=

# From here 'config/bridge.yaml', the default map of every command, is /config/bridge.yaml.
WORKDIR /
EXPOSE 4840 8081 8443
USER 1654:1654
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["dotnet", "/app/s7opcbridge.dll", "health"]
ENTRYPOINT ["dotnet", "/app/s7opcbridge.dll"]
CMD ["run"]
