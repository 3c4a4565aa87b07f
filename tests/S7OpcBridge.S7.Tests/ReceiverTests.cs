using System.Collections.Concurrent;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

/// <summary>Answers are received by the loop or by the callers, in turns; nothing else may differ.</summary>
[CancelAfter(30_000)]
public sealed class ReceiverTests
{
    private const int Before = 40;

    [Test]
    public async Task Each_answer_finds_its_job_whoever_receives_it([Values(1, 2, 5)] int lanes, [Values(0, 100, 10_000)] int microseconds)
    {
        const int Trips = 60;
        await using var plc = new ScriptedPlc(Exchanges(lanes * Trips).ExpectFarewell());
        var words = new ConcurrentBag<string>();
        await using (var connection = await ConnectAsync(plc, microseconds))
        {
            await Task.WhenAll(
                Enumerable
                    .Range(0, lanes)
                    .Select(lane =>
                        Task.Run(async () =>
                        {
                            var job = S7ConnectionTests.Jobs(1)[0];
                            for (var i = 0; i < Trips; i++)
                            {
                                await connection.ReadAsync(job);
                                words.Add(S7ConnectionTests.Word(job));
                                // A lane that goes on at once is on the loop's thread, one that yields on the pool's.
                                if (((i + lane) & 1) == 0)
                                    await Task.Yield();
                            }
                        })
                    )
            );
            Assert.That(
                connection.Counters,
                Has.Property(nameof(S7Counters.Jobs)).EqualTo(lanes * Trips).And.Property(nameof(S7Counters.UnknownAnswers)).EqualTo(0)
            );
        }
        Assert.That(words, Is.EquivalentTo(Enumerable.Range(0, lanes * Trips).Select(i => $"{i:X4}")));
        await plc.Finished;
    }

    [Test]
    public async Task Jobs_that_are_held_back_are_answered_after_callers_received()
    {
        await using var plc = new ScriptedPlc(
            Exchanges(Before).ExpectWord("a").ExpectWord("b").SendWord("b", "22 22").SendWord("a", "11 11")
        );
        await using var connection = await ConnectAsync(plc);
        await ReadAsync(connection);
        var jobs = S7ConnectionTests.Jobs(2);
        Task[] reads;
        using (connection.Hold())
            reads = [.. jobs.Select(job => connection.ReadAsync(job).AsTask())];
        await Task.WhenAll(reads);
        Assert.That(jobs.Select(S7ConnectionTests.Word), Is.EqualTo(new[] { "1111", "2222" }));
    }

    [Test]
    public async Task A_link_that_ends_while_a_caller_receives_fails_its_job([Values("fin", "reset", "half a frame")] string how)
    {
        var script = Exchanges(Before).ExpectWord("a");
        script = how switch
        {
            "reset" => script.Reset(),
            "half a frame" => script.Send("03 00 00 1B 02 F0 80 32 03").Close(),
            _ => script.Close(),
        };
        await using var plc = new ScriptedPlc(script);
        await using var connection = await ConnectAsync(plc);
        await ReadAsync(connection);
        var failure = await Assert.ThrowsAsync<S7LinkException>(async () => await connection.ReadAsync(S7ConnectionTests.Jobs(1)[0]));
        Assert.That(failure!.Cause, Is.EqualTo(S7LinkCause.ClosedByPeer));
        Assert.That(failure.Message.Contains("in the middle of a frame"), Is.EqualTo(how == "half a frame"));
        await connection.Ended;
    }

    [Test]
    public async Task A_link_that_ends_while_idle_is_told_after_callers_received()
    {
        await using var plc = new ScriptedPlc(Exchanges(Before).Close());
        await using var connection = await ConnectAsync(plc);
        await ReadAsync(connection);
        await connection.Ended;
        Assert.That(
            connection.Failure,
            Is.TypeOf<S7LinkException>().With.Property(nameof(S7LinkException.Cause)).EqualTo(S7LinkCause.ClosedByPeer)
        );
    }

    [Test, Repeat(200)] // Only sometimes the caller is still sending when the PLC has its job.
    public async Task Closing_takes_leave_while_a_caller_receives()
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var plc = new ScriptedPlc(Exchanges(Before).ExpectWord("a").Tell(asked).ExpectFarewell());
        var connection = await ConnectAsync(plc);
        await ReadAsync(connection);
        var read = Task.Run(async () => await connection.ReadAsync(S7ConnectionTests.Jobs(1)[0]));
        await asked.Task;
        await connection.DisposeAsync();
        await Assert.ThatAsync(
            () => read,
            Throws.TypeOf<S7LinkException>().With.Property(nameof(S7LinkException.Cause)).EqualTo(S7LinkCause.ClosedHere)
        );
        await plc.Finished;
    }

    [Test]
    public async Task A_job_that_waits_is_cancelled_while_a_caller_receives()
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var plc = new ScriptedPlc(
            Exchanges(Before, jobs: 1).ExpectWord("a").Tell(asked).When(cancelled.Task).SendWord("a", "11 11").ExpectFarewell()
        );
        await using (var connection = await ConnectAsync(plc))
        {
            await ReadAsync(connection);
            var jobs = S7ConnectionTests.Jobs(2);
            var first = Task.Run(async () => await connection.ReadAsync(jobs[0]));
            await asked.Task;
            using var cancel = new CancellationTokenSource();
            var second = connection.ReadAsync(jobs[1], cancel.Token).AsTask();
            await cancel.CancelAsync();
            await Assert.ThatAsync(() => second, Throws.InstanceOf<OperationCanceledException>());
            cancelled.SetResult();
            await first;
            Assert.That(S7ConnectionTests.Word(jobs[0]), Is.EqualTo("1111"));
        }
        await plc.Finished;
    }

    [Test, CancelAfter(120_000)]
    public async Task The_loop_looks_for_the_answer_to_what_was_sent_on_its_thread(
        [Values(0, 10_000)] int microseconds,
        CancellationToken cancellationToken
    )
    {
        // Without looking: the round that sends, and what connections of other tests cause that are just closed. With it: thousands.
        const long Few = 50;
        var most = 0L;
        // On a busy machine the loop comes to few rounds in its 10 ms, because it yields in each: until a moment comes in which nobody else wants to run.
        var begun = TimeProvider.System.GetTimestamp();
        bool IsPatient(int attempt) =>
            microseconds == 0 ? attempt < 10 : TimeProvider.System.GetElapsedTime(begun) < TimeSpan.FromSeconds(60);
        for (var attempt = 0; IsPatient(attempt) && most <= Few; attempt++)
            most = Math.Max(most, await RoundsAsync(microseconds, cancellationToken));
        Assert.That(most, microseconds == 0 ? Is.LessThanOrEqualTo(Few) : Is.GreaterThan(Few));
    }

    [Test]
    public async Task The_loop_does_not_look_while_a_caller_receives()
    {
        var rounds = new long[10];
        for (var attempt = 0; attempt < rounds.Length; attempt++)
        {
            await using var plc = new ScriptedPlc(Exchanges(Before));
            await using var connection = await ConnectAsync(plc);
            var before = EventLoop.Shared.Rounds;
            await ReadAsync(connection);
            rounds[attempt] = EventLoop.Shared.Rounds - before;
        }
        // On a busy machine a caller may look in vain and go on at the loop's thread, which then looks: three undisturbed attempts are enough.
        Array.Sort(rounds);
        Assert.That(rounds[2], Is.LessThanOrEqualTo(20));
    }

    // Rounds that the loop makes in 15 ms while the PLC owes an answer.
    private static async Task<long> RoundsAsync(int microseconds, CancellationToken cancellationToken)
    {
        var enough = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript().Handshake().ExpectWord("a").When(enough.Task).SendWord("a", "11 11").ExpectFarewell()
        );
        long rounds;
        await using (var connection = await ConnectAsync(plc, microseconds))
        {
            var sent = new TaskCompletionSource<(Task Read, long Round)>(TaskCreationOptions.RunContinuationsAsynchronously);
            await using var timer = EventLoop.Shared.CreateTimer(
                _ => sent.SetResult((connection.ReadAsync(S7ConnectionTests.Jobs(1)[0]).AsTask(), EventLoop.Shared.Rounds)),
                state: null,
                TimeSpan.Zero,
                Timeout.InfiniteTimeSpan
            );
            var (read, round) = await sent.Task;
            await Task.Delay(TimeSpan.FromMilliseconds(15), TimeProvider.System, cancellationToken);
            rounds = EventLoop.Shared.Rounds - round;
            enough.SetResult();
            await read;
        }
        await plc.Finished;
        return rounds;
    }

    private static ScriptedPlcScript Exchanges(int count, int jobs = 8)
    {
        var script = new ScriptedPlcScript().Handshake(jobs: jobs);
        for (var i = 0; i < count; i++)
            script = script.ExpectWord($"r{i}").SendWord($"r{i}", $"{i >> 8:X2} {i & 0xFF:X2}");
        return script;
    }

    private static Task<S7Connection> ConnectAsync(ScriptedPlc plc, int microseconds = 10_000) =>
        S7Connection.ConnectAsync(
            Link.To(plc) with
            {
                SpinTime = TimeSpan.FromMicroseconds(microseconds),
            },
            TimeProvider.System,
            CancellationToken.None
        );

    private static async Task ReadAsync(S7Connection connection)
    {
        var job = S7ConnectionTests.Jobs(1)[0];
        for (var i = 0; i < Before; i++)
        {
            await connection.ReadAsync(job);
            Assert.That(S7ConnectionTests.Word(job), Is.EqualTo($"{i:X4}"));
        }
    }
}
