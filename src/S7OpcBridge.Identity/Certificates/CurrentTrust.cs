using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity.Certificates;

/// <summary>
/// The present trust lists of the stores. Files are read again only when they have changed; as long as the folders do not change they are looked at once a
/// second, however many clients come. Thread-safe.
/// </summary>
/// <param name="report">Receives a sentence about each unusable file.</param>
internal sealed class CurrentTrust(CertificateStores stores, Action<string> report)
{
    /// <summary>
    /// For so long the folders' own times stand for the files in them: a file that is added, removed or replaced counts at once, one that is written in place
    /// after this time. A folder that changed more recently is looked at in whole, because its time may be too coarse.
    /// </summary>
    private static readonly TimeSpan Glance = TimeSpan.FromSeconds(1);

    private volatile Snapshot _current = new(null, default, 0, TrustLists.Nobody);

    public TrustLists Lists
    {
        get
        {
            var (current, time) = (_current, TimeProvider.System);
            var folders = stores.TrustFolders(out var changed);
            var isRecent = (time.GetUtcNow() - changed).Duration() < 2 * Glance;
            if (current.Stamp is not null && current.Folders == folders && !isRecent && time.GetElapsedTime(current.Seen) < Glance)
                return current.Lists;
            var (seen, stamp) = (time.GetTimestamp(), stores.TrustStamp());
            return (_current = new Snapshot(stamp, folders, seen, current.Stamp == stamp ? current.Lists : stores.ReadTrust(report))).Lists;
        }
    }

    private sealed record Snapshot(int? Stamp, int Folders, long Seen, TrustLists Lists);
}
