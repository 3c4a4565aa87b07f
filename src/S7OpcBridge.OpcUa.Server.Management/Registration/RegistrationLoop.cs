using System.Net.Sockets;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Management.Registration;

/// <summary>
/// Keeps this server registered with a discovery server: renews the registration while the server runs and removes it when the server stops. A failure is
/// reported once and affects no client.
/// </summary>
internal sealed class RegistrationLoop(ServerContext server, DiscoveryRegistration discovery, IReadOnlyList<string> discoveryUrls)
{
    private static readonly TimeSpan UnregisterTimeout = TimeSpan.FromSeconds(2);

    private string? _reported;
    private bool _isRegistered;

    /// <summary>Runs until it is cancelled, and then removes the registration.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        if (!ServerAddress.TryParse(discovery.Url, out var address))
        {
            Report(false, "the URL is not valid; write opc.tcp://host:port");
            return;
        }

        var registrar = new Registrar(server, discovery, address, discoveryUrls);
        while (!stopping.IsCancellationRequested)
        {
            _isRegistered = await TryAsync(registrar, isOnline: true, discovery.Timeout, stopping).ConfigureAwait(false);
            var pause = _isRegistered || discovery.Retry > discovery.Interval ? discovery.Interval : discovery.Retry;
            await Task.Delay(pause, server.Time, stopping).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        if (_isRegistered)
            await TryAsync(registrar, isOnline: false, UnregisterTimeout, CancellationToken.None).ConfigureAwait(false);
    }

    private async Task<bool> TryAsync(Registrar registrar, bool isOnline, TimeSpan timeout, CancellationToken stopping)
    {
        using var limit = new CancellationTokenSource(timeout, server.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stopping);
        try
        {
            await registrar.RegisterAsync(isOnline, both.Token).ConfigureAwait(false);
            Report(isOnline, null);
            return true;
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            return _isRegistered; // whether the last renewal arrived or not
        }
        catch (OperationCanceledException)
        {
            Report(false, $"it did not answer within {timeout.TotalSeconds:0} s");
        }
        catch (Exception e) when (e is UaException or SocketException or CryptographicException)
        {
            Report(false, e.Message);
        }

        return false;
    }

    private void Report(bool isRegistered, string? error)
    {
        var text = error is not null
            ? $"Registration with the discovery server {discovery.Url} failed: {error.TrimEnd('.')}. It is tried again every "
                + $"{discovery.Retry.TotalSeconds:0} s; clients that know this server's address do not need it."
            : $"This server is {(isRegistered ? "registered" : "no longer registered")} with the discovery server {discovery.Url}.";
        if (_reported == text)
            return;
        _reported = text;
        server.Report(new RegistrationChanged(null, text, isRegistered, error is not null));
    }
}
