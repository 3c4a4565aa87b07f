using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>
/// The tags of a scan class whose changes the CPU sends by itself. It holds the last bytes of all, so that a cycle asks for nothing and takes what is there. A
/// CPU that does not make the subscription is polled instead.
/// </summary>
/// <param name="connection">The connection.</param>
/// <param name="scan">The class.</param>
/// <param name="items">What is asked for.</param>
/// <param name="tags">The tag of each item.</param>
internal sealed class PlusFeed(S7PlusConnection connection, ScanGroup scan, S7PlusItem[] items, int[] tags)
{
    private readonly Lock _gate = new();
    private readonly byte[][] _bytes = Array.ConvertAll(items, static item => new byte[item.Shape.ByteLength]);
    private readonly S7PlusItemStatus[] _statuses = Array.ConvertAll(items, static _ => S7PlusItemStatus.None);
    private readonly HashSet<int> _written = [];
    private S7PlusSubscription? _subscription;
    private S7PlusReadJob[] _polls = [];
    private int[][] _polled = [];
    private bool _hasWritten;

    /// <summary>The class that it serves.</summary>
    public ScanGroup Scan => scan;

    /// <summary>Number of items.</summary>
    public int Count => items.Length;

    /// <summary>True: the CPU sends changes.</summary>
    public bool IsSubscribed => _subscription is { IsEnded: false };

    /// <summary>True: it was begun, one way or the other.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>Has the CPU send changes. False: it does not, and why; polled from now on.</summary>
    /// <param name="mayPush">False: there is no room for it.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public async Task<string?> BeginAsync(bool mayPush, CancellationToken cancellationToken)
    {
        HasBegun = true;
        if (mayPush)
        {
            try
            {
                var options = new S7PlusSubscriptionOptions { Cycle = scan.Interval };
                _subscription = await connection.SubscribeAsync(items, options, Take, cancellationToken).ConfigureAwait(false);
                return null;
            }
            catch (S7PlusRefusedException e)
            {
                Poll();
                return e.Message;
            }
        }
        Poll();
        return "too many items for half of what the CPU takes in subscriptions";
    }

    /// <summary>What a cycle has to wait for: nothing, mostly.</summary>
    public ValueTask RefreshAsync(CancellationToken cancellationToken) =>
        _polls.Length > 0 ? PollAsync(cancellationToken) : Volatile.Read(ref _hasWritten) ? ReadWrittenAsync(cancellationToken) : ValueTask.CompletedTask;

    /// <summary>Hands all items on; those that did not change cost a comparison. True: some have to be polled from now on.</summary>
    public bool HandOver(ReadAnswer answer, ProgramWatch program, PlusSymbols symbols)
    {
        var isLeft = false;
        lock (_gate)
        {
            for (var i = 0; i < items.Length; i++)
            {
                var status = _statuses[i];
                if (status == S7PlusItemStatus.Ok)
                    answer.Take(i, _bytes[i]);
                else if (status == S7PlusItemStatus.NotSubscribed)
                    isLeft |= symbols.Poll(items[i].Address);
                else if (status != S7PlusItemStatus.None && !program.IsAboutToFollow(symbols, status))
                    answer.Refuse(i, PlusRefusal.Of(status));
            }
        }
        return isLeft;
    }

    /// <summary>Tags were written: the next cycle reads them, whatever the CPU sends.</summary>
    public void Wrote(int tag)
    {
        var item = Array.IndexOf(tags, tag);
        if (item < 0)
            return;
        lock (_gate)
            _written.Add(item);
        Volatile.Write(ref _hasWritten, true);
    }

    /// <summary>Ends the subscription in the CPU.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        if (_subscription is not { } subscription)
            return;
        try
        {
            await subscription.DeleteAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (S7PlusRefusedException)
        {
            // It is gone already.
        }
    }

    private void Take(S7PlusSubscription subscription)
    {
        lock (_gate)
        {
            foreach (var item in subscription.Changed)
                Keep(item, subscription.StatusOf(item), subscription.DataOf(item));
        }
    }

    private void Keep(int item, S7PlusItemStatus status, ReadOnlySpan<byte> data)
    {
        _statuses[item] = status;
        if (status == S7PlusItemStatus.Ok)
            data.CopyTo(_bytes[item]);
    }

    private void Poll()
    {
        var plan = S7PlusReadPlan.ForReads(items, connection.Limits);
        _polled = [.. Enumerable.Range(0, plan.Count).Select(request => plan.ItemsOf(request).ToArray())];
        _polls = Array.ConvertAll(_polled, mine => new S7PlusReadJob(Array.ConvertAll(mine, item => items[item])));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask PollAsync(CancellationToken cancellationToken)
    {
        for (var job = 0; job < _polls.Length; job++)
        {
            await connection.ReadAsync(_polls[job], cancellationToken).ConfigureAwait(false);
            Keep(_polls[job], _polled[job]);
        }
    }

    private async ValueTask ReadWrittenAsync(CancellationToken cancellationToken)
    {
        int[] written;
        lock (_gate)
        {
            written = [.. _written];
            _written.Clear();
            Volatile.Write(ref _hasWritten, false);
        }
        foreach (var few in written.Chunk(Math.Max(1, connection.Limits.ItemsPerRead)))
        {
            var job = new S7PlusReadJob(Array.ConvertAll(few, item => items[item]));
            await connection.ReadAsync(job, cancellationToken).ConfigureAwait(false);
            Keep(job, few);
        }
    }

    private void Keep(S7PlusReadJob job, int[] mine)
    {
        lock (_gate)
        {
            for (var i = 0; i < mine.Length; i++)
                Keep(mine[i], job.StatusOf(i), job.DataOf(i));
        }
    }
}
