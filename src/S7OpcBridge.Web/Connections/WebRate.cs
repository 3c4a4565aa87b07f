using System.Net;

namespace S7OpcBridge.Web.Connections;

/// <summary>
/// Limits the new connections per second of each address, because each costs a TLS handshake or a request. Addresses of this machine are not limited, because
/// probes come from there. Any thread.
/// </summary>
/// <param name="isLocal">True for an address of this machine.</param>
internal sealed class WebRate(Func<IPAddress, bool> isLocal, TimeProvider time)
{
    /// <summary>New connections of an address per second, and at once.</summary>
    public const int PerSecond = 100;

    private const int MostAddresses = 4096;

    private readonly Lock _gate = new();
    private readonly Dictionary<IPAddress, (double Left, long At)> _addresses = [];

    /// <summary>False: the address has reached its limit.</summary>
    public bool TryTake(IPAddress address)
    {
        if (isLocal(address))
            return true;
        lock (_gate)
        {
            var now = time.GetTimestamp();
            var left = _addresses.TryGetValue(address, out var before)
                ? Math.Min(PerSecond, before.Left + PerSecond * time.GetElapsedTime(before.At, now).TotalSeconds)
                : PerSecond;
            if (_addresses.Count >= MostAddresses)
                _addresses.Clear();
            _addresses[address] = (left >= 1 ? left - 1 : left, now);
            return left >= 1;
        }
    }
}
