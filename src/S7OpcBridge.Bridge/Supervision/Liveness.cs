using System.Collections.Immutable;
using S7OpcBridge.Bridge.Logging;
using S7OpcBridge.Bridge.Supervision;

namespace S7OpcBridge.Bridge;

/// <summary>
/// Judges whether the bridge lives: looks once a second at each <see cref="LivenessProbe"/>, and calls dead what did not move for ten looks in a row though each of them found work
/// waiting. Looks are counted, not seconds: a process that was suspended for an hour has not been dead for an hour. Whoever reads it (the health endpoint, the supervisor's
/// watchdog) needs no judgement of its own.
/// </summary>
public sealed class Liveness
{
    /// <summary>How long something may stand still; at one look a second.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(1);

    private readonly ProbeState[] _states;
    private readonly TimeProvider _time;
    private readonly ServerLog _log;
    private int _restarts;

    internal Liveness(IEnumerable<LivenessProbe> probes, TimeProvider time, ServerLog log)
    {
        _states = [.. probes.Select(static probe => new ProbeState(probe))];
        (_time, _log) = (time, log);
    }

    /// <summary>What stands still now; empty: nothing. Any thread.</summary>
    public IReadOnlyList<Stall> Standstills => Current;

    /// <summary>True: everything moves that has something to do. Any thread.</summary>
    public bool IsAlive => Current.IsEmpty;

    /// <summary>How often something that had failed was started again. Any thread.</summary>
    public int Restarts => Volatile.Read(ref _restarts);

    private ImmutableList<Stall> Current
    {
        get => Volatile.Read(ref field);
        set => Volatile.Write(ref field, value);
    } = [];

    /// <summary>Looks until cancelled.</summary>
    internal async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(BetweenLooks, _time);
        while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false))
            Look();
    }

    /// <summary>Looks once.</summary>
    internal void Look()
    {
        foreach (var state in _states)
        {
            var before = state.Reported;
            state.Look(_time);
            if (state.Reported == before)
                continue;
            if (state.Reported is { } begun)
            {
                Current = Current.Add(begun);
                _log.StandsStill(begun.Sentence);
            }
            else
            {
                Current = Current.Remove(before!);
                _log.MovesAgain(before!.What, before.Since);
            }
        }
    }

    /// <summary>Runs something that never ends by itself until it does; what fails is told, counted (<see cref="Restarts"/>) and begun again a second later.</summary>
    /// <param name="name">What people call it; begins a sentence.</param>
    /// <param name="run">Runs it; called anew after each failure.</param>
    /// <param name="cancellationToken">It is told to end: then a cancellation is no failure.</param>
    public async Task KeepAsync(string name, Func<Task> run, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                await run().ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (e is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
            {
                _log.Restarted(name, Interlocked.Increment(ref _restarts), e);
            }
            // What fails at once, again and again, shall not fill the log and take a core.
            await Task.Delay(BetweenLooks, _time, cancellationToken).ConfigureAwait(false);
        }
    }

    private sealed class ProbeState(LivenessProbe probe)
    {
        private long _rounds = -1;
        private int _looks;
        private DateTimeOffset _moved;

        /// <summary>That it stands still; null: it does not.</summary>
        public Stall? Reported { get; private set; }

        public void Look(TimeProvider time)
        {
            var rounds = probe.Rounds();
            if (rounds != _rounds || !probe.HasWork())
            {
                (_rounds, _looks, _moved, Reported) = (rounds, 0, time.GetUtcNow(), null);
                return;
            }
            if (++_looks * BetweenLooks >= Patience)
                Reported ??= Sentence();
        }

        private Stall Sentence() => new(probe.Name, _moved,
                $"{probe.Name} has stood still since {_moved:HH:mm:ss} UTC while {probe.Owed}: this is a bug. Restart the bridge (systemd's watchdog and a probe of /livez do it by themselves), and report it with the lines of the log before this one.");
    }
}
