using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Extensions;

namespace S7OpcBridge.OpcUa.Server.Management.Registration;

internal sealed class RegistrationPart(ServerContext server, DiscoveryRegistration discovery) : ExtensionPart
{
    /// <inheritdoc/>
    public override Task RunAsync(IReadOnlyList<string> urls, CancellationToken stopping) =>
        new RegistrationLoop(server, discovery, urls).RunAsync(stopping);
}
