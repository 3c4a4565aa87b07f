namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>A link with its loop, and whether that gets anywhere.</summary>
/// <param name="state">How it works.</param>
/// <param name="stop">Ends its loop.</param>
/// <param name="patience">After how many looks without a confirmed batch it is stuck: a link that works has one at least every second or so.</param>
internal sealed class RunningLink(PeerLink link, NodeLinkState state, CancellationTokenSource stop, int patience)
{
    /// <summary>10 s, at four looks a second.</summary>
    public const int FirstPatience = 40;

    private const int MostPatience = 1200;

    private long _batches = state.Batches;
    private int _looks;

    public PeerLink Link => link;

    public NodeLinkState State => state;

    public CancellationTokenSource Stop => stop;

    public Task Running { get; private set; } = Task.CompletedTask;

    /// <summary>The patience with the link that follows this one: a network that is cut for hours is not asked to take all values every 10 s.</summary>
    public int NextPatience => Math.Min(2 * patience, MostPatience);

    public void Start() => Running = Task.Run(() => link.RunAsync(stop.Token), CancellationToken.None);

    /// <summary>Checks once; true: nothing was confirmed for too long.</summary>
    public bool IsStuck()
    {
        var now = state.Batches;
        _looks = now == _batches ? _looks + 1 : 0;
        _batches = now;
        return _looks >= patience;
    }
}
