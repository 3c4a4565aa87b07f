using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Alarms;

/// <summary>
/// Sends one node the alarms of this node's PLCs, in order, one message on its way at a time. What does not fit into its queue, or was not taken, is made good
/// by the list of the PLC's alarms.
/// </summary>
/// <param name="send">Sends a batch; false: it was not taken, now.</param>
/// <param name="listOf">What the list of a PLC would say now; null: this node does not read it any more.</param>
internal sealed class AlarmLink(
    Func<CpuAlarmBatch, CancellationToken, Task<bool>> send,
    Func<int, CpuAlarmBatch?> listOf,
    TimeProvider time
) : IDisposable
{
    private const int MostWaiting = 10_000;
    private static readonly TimeSpan Again = TimeSpan.FromMilliseconds(500),
        Idle = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly AsyncSignal _signal = new(time);
    private readonly List<CpuAlarmBatch> _waiting = [];
    private readonly HashSet<int> _lists = [];
    private int _alarms;

    public void Add(CpuAlarmBatch batch)
    {
        lock (_gate)
        {
            // The list that is still to come says it, too.
            if (_lists.Contains(batch.Plc))
                return;
            if (batch.News == CpuAlarmNews.List || _alarms + batch.Alarms.Length > MostWaiting)
            {
                AddList(batch.Plc);
            }
            else
            {
                _waiting.Add(batch);
                _alarms += batch.Alarms.Length;
            }
        }
        _signal.Set();
    }

    /// <summary>The node is to get the whole list of a PLC.</summary>
    public void AskList(int plc)
    {
        lock (_gate)
            AddList(plc);
        _signal.Set();
    }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            if (TryTake() is not { } batch)
            {
                await _signal.WaitAsync(Idle).ConfigureAwait(false);
                continue;
            }
            if (await send(batch, cancellationToken).ConfigureAwait(false))
                continue;
            AskList(batch.Plc);
            await Task.Delay(Again, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    public void Wake() => _signal.Set();

    public void Dispose() => _signal.Dispose();

    private void AddList(int plc)
    {
        _waiting.RemoveAll(waiting => waiting.Plc == plc);
        _alarms = _waiting.Sum(static waiting => waiting.Alarms.Length);
        _lists.Add(plc);
    }

    private CpuAlarmBatch? TryTake()
    {
        while (true)
        {
            int plc;
            lock (_gate)
            {
                if (_lists.Count == 0)
                {
                    if (_waiting.Count == 0)
                        return null;
                    var batch = _waiting[0];
                    _waiting.RemoveAt(0);
                    _alarms -= batch.Alarms.Length;
                    return batch;
                }
                plc = _lists.First();
                // What changes from here on follows the list.
                _lists.Remove(plc);
            }
            // Outside of the lock: whoever adds a batch may hold that of the alarms.
            if (listOf(plc) is { } list)
                return list;
        }
    }
}
