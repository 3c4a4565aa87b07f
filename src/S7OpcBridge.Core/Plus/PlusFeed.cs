using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>
/// The tags of a scan class whose changes the CPU sends by itself. It holds the last bytes of all, so that a cycle asks for nothing and takes what is there.
/// </summary>
/// <param name="symbols">The symbols that the items were made of.</param>
/// <param name="limits">What a request may take.</param>
/// <param name="ceiling">Counts the requests.</param>
/// <param name="scan">The class.</param>
/// <param name="items">What is asked for.</param>
/// <param name="tags">The tag of each item.</param>
internal sealed class PlusFeed(
    S7PlusConnection connection,
    PlusSymbols symbols,
    S7PlusLimits limits,
    LoadCeiling ceiling,
    ScanGroup scan,
    S7PlusItem[] items,
    int[] tags
)
{
    /// <summary>Items in one subscription: S7-1500 are known to take 2,000, and the request has to stay of modest length.</summary>
    private const int MostInOne = 1000;

    private readonly Lock _gate = new();
    private readonly byte[][] _bytes = Array.ConvertAll(items, static item => new byte[item.Shape.ByteLength]);
    private readonly S7PlusItemStatus[] _statuses = Array.ConvertAll(items, static _ => S7PlusItemStatus.None);
    private readonly HashSet<int> _written = [];
    private S7PlusSubscription[] _subscriptions = [];
    private bool _hasWritten;

    /// <summary>The class that it serves.</summary>
    public ScanGroup Scan => scan;

    /// <summary>The symbols that the items were made of.</summary>
    public PlusSymbols Symbols => symbols;

    /// <summary>Number of items.</summary>
    public int Count => items.Length;

    /// <summary>True: the CPU sends changes.</summary>
    public bool IsSubscribed => _subscriptions is { Length: > 0 } all && !Array.Exists(all, static one => one.IsEnded);

    /// <summary>Subscriptions that the CPU granted for it.</summary>
    public int Subscriptions => IsSubscribed ? _subscriptions.Length : 0;

    /// <summary>True: the CPU was asked for it.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>
    /// Has the CPU send changes, and reads all once, so that no tag waits for the CPU's own cycle. Returns why the CPU sends nothing: its items are to be
    /// polled by the next plan.
    /// </summary>
    /// <param name="mayPush">False: there is no room for it.</param>
    public async Task<string?> BeginAsync(bool mayPush, CancellationToken cancellationToken)
    {
        HasBegun = true;
        var why = mayPush
            ? await SubscribeAsync(cancellationToken).ConfigureAwait(false)
            : "too many items for half of what the CPU takes in subscriptions";
        await ReadAsync([.. Enumerable.Range(0, items.Length)], cancellationToken).ConfigureAwait(false);
        return why;
    }

    /// <summary>What a cycle has to wait for: nothing, mostly.</summary>
    public ValueTask RefreshAsync(CancellationToken cancellationToken) =>
        Volatile.Read(ref _hasWritten) ? ReadWrittenAsync(cancellationToken) : ValueTask.CompletedTask;

    /// <summary>Hands all items on; those that did not change cost a comparison. True: some have to be polled from now on.</summary>
    public bool HandOver(ReadAnswer answer, ProgramWatch program)
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

    /// <summary>Ends its subscriptions in the CPU.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        var all = _subscriptions;
        _subscriptions = [];
        foreach (var subscription in all)
        {
            try
            {
                ceiling.Charge();
                await subscription.DeleteAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (S7PlusRefusedException)
            {
                // It is gone already.
            }
        }
    }

    private void Take(S7PlusSubscription subscription, int first)
    {
        lock (_gate)
        {
            foreach (var item in subscription.Changed)
                Keep(first + item, subscription.StatusOf(item), subscription.DataOf(item));
        }
    }

    private void Keep(int item, S7PlusItemStatus status, ReadOnlySpan<byte> data)
    {
        _statuses[item] = status;
        if (status == S7PlusItemStatus.Ok)
            data.CopyTo(_bytes[item]);
    }

    private async Task<string?> SubscribeAsync(CancellationToken cancellationToken)
    {
        try
        {
            var options = new S7PlusSubscriptionOptions { Cycle = scan.Interval };
            for (var next = 0; next < items.Length; next += MostInOne)
            {
                var first = next;
                var some = items.AsMemory(first, Math.Min(MostInOne, items.Length - first));
                ceiling.Charge();
                var made = await connection.SubscribeAsync(some, options, one => Take(one, first), cancellationToken).ConfigureAwait(false);
                _subscriptions = [.. _subscriptions, made];
            }
            return null;
        }
        catch (S7PlusRefusedException e)
        {
            await EndAsync(cancellationToken).ConfigureAwait(false);
            return e.Message;
        }
    }

    private ValueTask ReadWrittenAsync(CancellationToken cancellationToken)
    {
        int[] written;
        lock (_gate)
        {
            written = [.. _written];
            _written.Clear();
            Volatile.Write(ref _hasWritten, false);
        }
        return ReadAsync(written, cancellationToken);
    }

    private async ValueTask ReadAsync(int[] chosen, CancellationToken cancellationToken)
    {
        var plan = S7PlusReadPlan.ForReads(Array.ConvertAll(chosen, item => items[item]), limits);
        for (var request = 0; request < plan.Count; request++)
        {
            var few = Array.ConvertAll(plan.ItemsOf(request).ToArray(), place => chosen[place]);
            var job = new S7PlusReadJob(Array.ConvertAll(few, item => items[item]));
            ceiling.Charge();
            await connection.ReadAsync(job, cancellationToken).ConfigureAwait(false);
            Keep(job, few);
        }
    }

    private void Keep(S7PlusReadJob job, int[] mine)
    {
        lock (_gate)
        {
            for (var i = 0; i < mine.Length; i++)
            {
                // That it has to be polled from now on is still to be handed over.
                if (_statuses[mine[i]] != S7PlusItemStatus.NotSubscribed)
                    Keep(mine[i], job.StatusOf(i), job.DataOf(i));
            }
        }
    }
}
