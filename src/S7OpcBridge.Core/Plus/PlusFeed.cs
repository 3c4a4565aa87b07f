using S7OpcBridge.Core.Links;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>
/// The tags of a scan class that are subscribed in the CPU. Keeps the bytes that the CPU sent last, so that a cycle reads them from memory and sends no
/// request.
/// </summary>
/// <param name="symbols">The symbols that the items were made of.</param>
/// <param name="limits">Limits of a request.</param>
/// <param name="ceiling">Counts the requests.</param>
/// <param name="scan">The class.</param>
/// <param name="items">The items to subscribe.</param>
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

    /// <summary>The class of the tags.</summary>
    public ScanGroup Scan => scan;

    /// <summary>The symbols that the items were made of.</summary>
    public PlusSymbols Symbols => symbols;

    /// <summary>Number of items.</summary>
    public int Count => items.Length;

    /// <summary>True: the CPU sends changes.</summary>
    public bool IsSubscribed => _subscriptions is { Length: > 0 } all && !Array.Exists(all, static one => one.IsEnded);

    /// <summary>Subscriptions that the CPU granted for it.</summary>
    public int Subscriptions => IsSubscribed ? _subscriptions.Length : 0;

    /// <summary>True: <see cref="BeginAsync"/> was called.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>Subscribes the items, and reads all of them once, so that no tag waits for the first notification.</summary>
    /// <returns>Null, or the reason why the CPU sends no changes; the next plan polls the items then.</returns>
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

    /// <summary>Reads the tags that were written since the last cycle; completes at once where there are none.</summary>
    public ValueTask RefreshAsync(CancellationToken cancellationToken) =>
        Volatile.Read(ref _hasWritten) ? ReadWrittenAsync(cancellationToken) : ValueTask.CompletedTask;

    /// <summary>Gives the bytes of all items to a cycle. True: the CPU does not send some of them, so they are polled from the next plan on.</summary>
    public bool HandOver(ReadAnswer answer, ProgramWatch program)
    {
        var isLeft = false;
        lock (_gate)
        {
            for (var i = 0; i < items.Length; i++)
            {
                var status = _statuses[i];
                if (status == S7PlusItemStatus.Ok)
                    answer.Receive(i, _bytes[i]);
                else if (status == S7PlusItemStatus.NotSubscribed)
                    isLeft |= symbols.Poll(items[i].Address);
                else if (status != S7PlusItemStatus.None && !program.IsAboutToFollow(symbols, items[i].Address, status))
                    answer.Refuse(i, PlusRefusal.From(status));
            }
        }
        return isLeft;
    }

    /// <summary>Notes that a tag was written: the next cycle reads it, whatever the CPU sends.</summary>
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

    private void Receive(S7PlusSubscription subscription, int first)
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
                var made = await connection
                    .SubscribeAsync(some, options, one => Receive(one, first), cancellationToken)
                    .ConfigureAwait(false);
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
                // The next HandOver has yet to say that this item is polled from now on.
                if (_statuses[mine[i]] != S7PlusItemStatus.NotSubscribed)
                    Keep(mine[i], job.StatusOf(i), job.DataOf(i));
            }
        }
    }
}
