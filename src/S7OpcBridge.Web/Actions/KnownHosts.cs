using System.Net;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Web.Actions;

/// <summary>
/// The names under which browsers may reach the actions beyond loopback. Another site can lead its own name to this machine (DNS rebinding), but neither a name
/// of this machine nor an IP address.
/// </summary>
/// <param name="advertised">The names and addresses that the map tells clients.</param>
/// <param name="certificate">The certificate for https; null: none.</param>
internal sealed class KnownHosts(Func<IReadOnlyList<string>> advertised, Func<X509Certificate2?> certificate)
{
    private readonly Lazy<string[]> _machine = new(static () => NamesOfMachine());

    /// <summary>True for such a name.</summary>
    /// <param name="host">Of the request, without a port.</param>
    public bool Contains(string host)
    {
        host = host.Trim('[', ']').TrimEnd('.');
        return IPAddress.TryParse(host, out _)
            || _machine.Value.Contains(host, StringComparer.OrdinalIgnoreCase)
            || advertised().Any(name => host.Equals(HostOf(name), StringComparison.OrdinalIgnoreCase))
            || (host.Length > 0 && Uri.CheckHostName(host) == UriHostNameType.Dns && certificate()?.MatchesHostname(host) == true);
    }

    // With or without a port.
    private static string? HostOf(string advertised) =>
        Uri.TryCreate(
            advertised.Contains("://", StringComparison.Ordinal) ? advertised : $"opc.tcp://{advertised}",
            UriKind.Absolute,
            out var url
        )
            ? url.Host.Trim('[', ']')
            : null;

    private static string[] NamesOfMachine()
    {
        var name = Dns.GetHostName();
        var domain = System.Net.NetworkInformation.IPGlobalProperties.GetIPGlobalProperties().DomainName;
        return ["localhost", name, $"{name}.{domain}", $"{name}.local"];
    }
}
