using System.Collections.Immutable;
using S7OpcBridge.Bridge.Logging;
using S7OpcBridge.Bridge.Supervision;

namespace S7OpcBridge.Bridge;

/// <summary>
/// Decides whether the bridge is alive. Once a second it checks each <see cref="LivenessProbe"/>; a loop is stalled after ten checks in a row that found work
/// waiting but no progress. Checks are counted instead of seconds, because a suspended process is not stalled. The health endpoint and the watchdog use the
/// result directly.
/// </summary>
public sealed class Liveness
{
    /// <summary>How long a loop may stand still, at one check per second.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan CheckInterval = TimeSpan.FromSeconds(1);

    private volatile ProbeState[] _states;
    private readonly TimeProvider _time;
    private readonly ServerLog _log;
    private int _restarts;

    internal Liveness(IEnumerable<LivenessProbe> probes, TimeProvider time, ServerLog log)
    {
        _states = [.. probes.Select(static probe => new ProbeState(probe))];
        (_time, _log) = (time, log);
    }

    /// <summary>The loops that stand still; empty: none. Any thread.</summary>
    public IReadOnlyList<Stall> Standstills => Current;

    /// <summary>True: every loop with work makes progress. Any thread.</summary>
    public bool IsAlive => Current.IsEmpty;

    /// <summary>Number of restarts of failed loops. Any thread.</summary>
    public int Restarts => Volatile.Read(ref _restarts);

    private ImmutableList<Stall> Current
    {
        get => Volatile.Read(ref field);
        set => Volatile.Write(ref field, value);
    } = [];

    /// <summary>Supervises one more loop. Not called by several at a time.</summary>
    /// <param name="name">Name of the loop for users, as the beginning of a sentence.</param>
    /// <param name="owed">What waits while the loop stands still: "values wait to be published".</param>
    /// <param name="rounds">Returns the number of rounds; any change means progress. Any thread.</param>
    /// <param name="hasWork">Returns whether work waits. Any thread.</param>
    public void Add(string name, string owed, Func<long> rounds, Func<bool> hasWork) =>
        _states = [.. _states, new ProbeState(new LivenessProbe(name, owed, rounds, hasWork))];

    /// <summary>Checks until cancelled.</summary>
    internal async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(CheckInterval, _time);
        while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false))
            Check();
    }

    /// <summary>Checks once.</summary>
    internal void Check()
    {
        foreach (var state in _states)
        {
            var before = state.Reported;
            state.Check(_time);
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

    /// <summary>
    /// Runs an endless loop until it ends. A failure is logged, counted (<see cref="Restarts"/>), and the loop is started again after one second.
    /// </summary>
    /// <param name="name">Name of the loop for users, as the beginning of a sentence.</param>
    /// <param name="run">Runs the loop; called again after each failure.</param>
    /// <param name="cancellationToken">After its cancellation an OperationCanceledException is no failure.</param>
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
            // A loop that fails at once, again and again, must not fill the log or occupy a core.
            await Task.Delay(CheckInterval, _time, cancellationToken).ConfigureAwait(false);
        }
    }

    private sealed class ProbeState(LivenessProbe probe)
    {
        private long _rounds = -1;
        private int _checks;
        private DateTimeOffset _progress;

        /// <summary>The reported stall; null: none.</summary>
        public Stall? Reported { get; private set; }

        public void Check(TimeProvider time)
        {
            var rounds = probe.Rounds();
            if (rounds != _rounds || !probe.HasWork())
            {
                (_rounds, _checks, _progress, Reported) = (rounds, 0, time.GetUtcNow(), null);
                return;
            }
            if (++_checks * CheckInterval >= Patience)
                Reported ??= Sentence();
        }

        private Stall Sentence() =>
            new(
                probe.Name,
                _progress,
                $"{probe.Name} has stood still since {_progress:HH:mm:ss} UTC while {probe.Owed}: this is a bug. Restart the bridge (systemd's watchdog and a "
                    + "probe of /livez do so automatically), and report it with the log lines before this one."
            );
    }
}
