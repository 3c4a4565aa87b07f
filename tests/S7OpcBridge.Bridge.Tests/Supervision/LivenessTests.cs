using System.Threading.Channels;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge.Logging;
using S7OpcBridge.Bridge.Supervision;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

[CancelAfter(30_000)]
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class LivenessTests
{
    private readonly ManualClock _clock = new();
    private readonly LineLog _log = new();
    private long _rounds;
    private bool _hasWork = true;

    [Test]
    public void What_does_not_move_though_there_is_work_is_told_once_and_again_when_it_moves()
    {
        var liveness = Watch();
        Look(liveness, 10);
        Assert.That(liveness.IsAlive, Is.True, "nine seconds after the first look");

        Look(liveness, 50);
        Assert.That((liveness.IsAlive, liveness.Standstills.Count), Is.EqualTo((false, 1)));
        Assert.That(
            liveness.Standstills[0].Sentence,
            Does.Contain("The mill has stood still since 00:00:01 UTC while grain waits").And.Contain("Restart the bridge")
        );

        _rounds++;
        Look(liveness, 1);
        Assert.That((liveness.IsAlive, liveness.Standstills.Count), Is.EqualTo((true, 0)));
        Assert.That(
            _log.Lines,
            Is.EqualTo(new[] { "Critical: " + Sentence, "Warning: The mill is running again; it had stood still since 00:00:01 UTC." })
        );
    }

    [Test]
    public void What_has_nothing_to_do_may_rest_and_what_moves_slowly_is_alive()
    {
        var liveness = Watch();
        _hasWork = false;
        Look(liveness, 3600);
        _hasWork = true;
        for (var round = 0; round < 100; round++)
        {
            Look(liveness, 9);
            _rounds++;
        }
        Assert.That((liveness.IsAlive, _log.Lines.Count), Is.EqualTo((true, 0)));
    }

    [Test]
    public void A_process_that_was_suspended_for_an_hour_has_not_been_dead_for_an_hour()
    {
        var liveness = Watch();
        Look(liveness, 5);
        _clock.Advance(TimeSpan.FromHours(1));
        Look(liveness, 4);
        Assert.That(liveness.IsAlive, Is.True);
    }

    [Test]
    public async Task What_fails_is_begun_again_and_counted(CancellationToken token)
    {
        var liveness = Watch();
        var runs = 0;
        var kept = liveness.KeepAsync(
            "The mill",
            () => ++runs < 3 ? Task.FromException(new InvalidOperationException("sand in it")) : Task.CompletedTask,
            token
        );
        while (!kept.IsCompleted)
        {
            _clock.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }
        await kept;
        Assert.That((runs, liveness.Restarts, _log.Lines.Count), Is.EqualTo((3, 2, 2)));
        Assert.That(
            _log.Lines[1],
            Does.StartWith("Critical: The mill failed by an internal error and was started again; 2 such restarts so far.")
        );
    }

    [Test]
    public async Task A_publisher_that_somebody_holds_up_is_found_out_and_goes_on_when_it_can(CancellationToken token)
    {
        var table = new VariableTable(1, 1);
        var batches = Channel.CreateUnbounded<TagBatch>();
        var publisher = new TagPublisher(batches.Reader, table, static (_, _) => { });
        var liveness = new Liveness(
            [new LivenessProbe("Publishing", "values wait", () => publisher.Rounds, () => publisher.HasWork)],
            _clock,
            new ServerLog(_log, _clock)
        );
        using var held = new SemaphoreSlim(0);
        using var release = new SemaphoreSlim(0);
        // The table's gate belongs to a thread.
        var holder = new Thread(() =>
        {
            using var update = table.BeginUpdate();
            held.Release();
            release.Wait(token);
        });
        holder.Start();
        await held.WaitAsync(token);
        var publishing = Task.Run(publisher.RunAsync, token);
        batches.Writer.TryWrite(new TagBatch());

        Look(liveness, 12);
        Assert.That(liveness.IsAlive, Is.False);

        release.Release();
        batches.Writer.Complete();
        await publishing;
        Look(liveness, 1);
        Assert.That((liveness.IsAlive, publisher.Rounds), Is.EqualTo((true, 1L)));
        holder.Join();
    }

    private const string Sentence =
        "The mill has stood still since 00:00:01 UTC while grain waits: this is a bug. Restart the bridge (systemd's watchdog and a probe of /livez do so "
        + "automatically), and report it with the log lines before this one.";

    private Liveness Watch() =>
        new([new LivenessProbe("The mill", "grain waits", () => _rounds, () => _hasWork)], _clock, new ServerLog(_log, _clock));

    private void Look(Liveness liveness, int times)
    {
        for (var i = 0; i < times; i++)
        {
            _clock.Advance(TimeSpan.FromSeconds(1));
            liveness.Check();
        }
    }

    private sealed class LineLog : ILogger
    {
        public List<string> Lines { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        ) => Lines.Add($"{logLevel}: {formatter(state, exception)}");
    }
}
