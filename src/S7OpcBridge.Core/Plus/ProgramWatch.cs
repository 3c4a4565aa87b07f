using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>
/// Knows the symbols of the program in a CPU, and browses again when it was changed: an item says so, or the list of blocks, which is looked at every few
/// seconds. What comes of it is told, and all plans are made anew.
/// </summary>
internal sealed class ProgramWatch(PlcContext context, LoadCeiling ceiling, S7PlusConnection connection) : IAsyncDisposable
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(10);

    private readonly HashSet<string> _told = [];
    private readonly CancellationTokenSource _stopping = new();
    private readonly AsyncWakeup _wakeup = new(context.Timers);
    private PlusSymbols? _symbols;
    private Task _watching = Task.CompletedTask;
    private int _suspected,
        _disposed;

    /// <summary>The symbols as they are known now. Any thread.</summary>
    public PlusSymbols Symbols => Volatile.Read(ref _symbols) ?? throw new InvalidOperationException("Nothing was browsed yet.");

    /// <summary>Browses for the first time, and watches from then on.</summary>
    public async Task BeginAsync(CancellationToken cancellationToken)
    {
        _symbols = await BrowseAsync(cancellationToken).ConfigureAwait(false);
        context.SymbolsTold(_symbols.Told);
        using (ExecutionContext.SuppressFlow())
            _watching = Task.Run(WatchAsync, CancellationToken.None);
    }

    /// <summary>True: the status tells of a download that is being looked at, or has been by now, so that nothing is refused for it.</summary>
    /// <param name="asked">The symbols that the item was made of.</param>
    /// <param name="address">Its address.</param>
    /// <param name="status">What the CPU said.</param>
    public bool IsAboutToFollow(PlusSymbols asked, S7PlusAddress address, S7PlusItemStatus status)
    {
        if (!status.TellsOfDownload() && status != S7PlusItemStatus.ObjectMissing)
            return false;
        if (!ReferenceEquals(asked, Symbols))
            return true;
        if (asked.IsConfirmed)
        {
            if (status != S7PlusItemStatus.SymbolChanged || !address.IsPlcTag || address.Crc == 0)
                return false;
            // Our checksum of a PLC tag is inferred from that of data blocks. This CPU has another: it is browsed once more, and asked without.
            connection.HasTagChecksums = false;
        }
        if (Interlocked.Exchange(ref _suspected, 1) == 0)
            _wakeup.Wake();
        return true;
    }

    /// <summary>A plan found symbols that nobody has looked up.</summary>
    public void LookSoon() => _wakeup.Wake();

    public async ValueTask DisposeAsync()
    {
        // The lanes close the link when they end, and so does the session.
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
            return;
        await _stopping.CancelAsync().ConfigureAwait(false);
        _wakeup.Wake();
        await connection.DisposeAsync().ConfigureAwait(false);
        await _watching.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _wakeup.Dispose();
        _stopping.Dispose();
    }

    private async Task<PlusSymbols> BrowseAsync(CancellationToken cancellationToken)
    {
        ceiling.Charge();
        var (began, received) = (context.Time.GetTimestamp(), connection.Counters.BytesReceived);
        var symbols = new PlusSymbols(await S7PlusProgram.BrowseAsync(connection, cancellationToken).ConfigureAwait(false), LookSoon);
        await symbols.LookUpAsync(context.Newest, context.Plc, cancellationToken).ConfigureAwait(false);
        var browse = new S7PlusBrowse(
            context.Time.UtcTicks(),
            context.Time.GetElapsedTime(began),
            connection.Counters.BytesReceived - received,
            symbols.Program.Blocks.Count(static block => block.Number is not null)
        );
        Report(symbols, status => status with { LastBrowse = browse });
        return symbols;
    }

    private async Task WatchAsync()
    {
        var cancellationToken = _stopping.Token;
        var lookAt = context.Time.Ticks() + LookEvery.Ticks;
        while (connection.IsAlive && !cancellationToken.IsCancellationRequested)
        {
            await _wakeup.WaitUntilAsync(lookAt).ConfigureAwait(false);
            if (cancellationToken.IsCancellationRequested)
                return;
            try
            {
                if (Symbols.HasUnknown)
                    await LookUpAsync(cancellationToken).ConfigureAwait(false);
                var isSuspected = Interlocked.Exchange(ref _suspected, 0) != 0;
                if (isSuspected || context.Time.Ticks() >= lookAt)
                {
                    await CompareAsync(isSuspected, cancellationToken).ConfigureAwait(false);
                    lookAt = context.Time.Ticks() + LookEvery.Ticks;
                }
            }
            catch (Exception) when (cancellationToken.IsCancellationRequested || !connection.IsAlive)
            {
                return; // a dead link is reported by the session
            }
            catch (Exception e)
            {
                PlcLog.ProgramSilent(context.Log, context.Plc.Name, e.Message);
                // Compared again at the next look, not at once: a CPU that refuses is not asked in a loop.
                Interlocked.Exchange(ref _suspected, 1);
                lookAt = context.Time.Ticks() + LookEvery.Ticks;
            }
        }
    }

    // A reload named other symbols.
    private async Task LookUpAsync(CancellationToken cancellationToken)
    {
        var symbols = Symbols;
        await symbols.LookUpAsync(context.Newest, context.Plc, cancellationToken).ConfigureAwait(false);
        Report(symbols, static status => status);
        context.SymbolsTold(symbols.Told);
        context.Replan();
    }

    private void Report(PlusSymbols symbols, Func<S7PlusStatus, S7PlusStatus> more)
    {
        context.StatusStore.S7Plus(
            (symbols, more),
            static (status, now) => now.more(status) with { Symbols = now.symbols.Found, MissingSymbols = now.symbols.Missing }
        );
        foreach (var sentence in symbols.TooLarge.Where(_told.Add))
        {
            context.StatusStore.Error($"{context.Plc.Name}: {sentence}");
            PlcLog.SymbolTooLarge(context.Log, context.Plc.Name, sentence);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask CompareAsync(bool isSuspected, CancellationToken cancellationToken)
    {
        var before = Symbols;
        ceiling.Charge();
        var blocks = await before.Program.FindChangesAsync(cancellationToken).ConfigureAwait(false);
        if (blocks.IsEmpty && !isSuspected)
            return;
        var now = await BrowseAsync(cancellationToken).ConfigureAwait(false);
        // What an item said is taken for true once; said again of what has just been browsed, it is the item's own fault.
        now.IsConfirmed = blocks.IsEmpty;
        Volatile.Write(ref _symbols, now);
        Announce(blocks, ProgramChange.Describe(before.Told, now.Told));
        context.SymbolsTold(now.Told);
        context.Replan();
    }

    private void Announce(ImmutableArray<string> blocks, IReadOnlyList<string> changes)
    {
        if (blocks.IsEmpty && changes.Count == 0)
            return;
        const int most = 10;
        var told =
            changes.Count == 0
                ? "what the map names is as it was"
                : string.Join("; ", changes.Take(most)) + (changes.Count > most ? $"; and {changes.Count - most} more" : "");
        var where = blocks.IsEmpty ? "" : $" ({string.Join(", ", blocks.Take(most))}{(blocks.Length > most ? ", …" : "")})";
        var sentence = $"{context.Plc.Name}: the program in the CPU was changed{where}: {told}.";
        PlcLog.ProgramChanged(context.Log, sentence);
        context.StatusStore.ProgramChanged(sentence);
        context.StatusStore.S7Plus(1, static (status, more) => status with { Downloads = status.Downloads + more });
        if (changes.Count > 0)
            context.StatusStore.Error(sentence);
    }
}
