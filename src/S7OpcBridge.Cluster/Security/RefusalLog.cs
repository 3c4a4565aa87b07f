namespace S7OpcBridge.Cluster.Security;

/// <summary>Keeps one machine that tries again and again from filling the log: the same words about the same machine count once a minute.</summary>
internal sealed class RefusalLog(TimeProvider time)
{
    private const int Most = 100;

    private static readonly TimeSpan Again = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<(string Machine, string Reason), long> _said = [];

    public bool IsNew(string machine, string reason)
    {
        var now = time.GetTimestamp();
        lock (_gate)
        {
            if (_said.TryGetValue((machine, reason), out var before) && time.GetElapsedTime(before, now) < Again)
                return false;
            if (_said.Count >= Most)
                _said.Clear();
            _said[(machine, reason)] = now;
            return true;
        }
    }
}
