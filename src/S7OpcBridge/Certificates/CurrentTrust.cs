using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Certificates;

/// <summary>The present trust lists of the stores; files are read again only when they have changed. Thread-safe.</summary>
/// <param name="stores">The stores.</param>
/// <param name="report">Receives a sentence about each unusable file.</param>
internal sealed class CurrentTrust(CertificateStores stores, Action<string> report)
{
    private volatile Snapshot _current = new(null, TrustLists.Nobody);

    public TrustLists Lists
    {
        get
        {
            var stamp = stores.TrustStamp();
            if (_current.Stamp != stamp)
                _current = new Snapshot(stamp, stores.ReadTrust(report));
            return _current.Lists;
        }
    }

    private sealed record Snapshot(int? Stamp, TrustLists Lists);
}
