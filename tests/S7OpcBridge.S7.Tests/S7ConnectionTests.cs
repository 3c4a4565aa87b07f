using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class S7ConnectionTests
{
    [Test]
    public async Task Answers_find_their_jobs_in_whatever_order_they_come()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .ExpectWord("a")
                .ExpectWord("b")
                .ExpectWord("c")
                .SendWord("c", "33 33")
                .SendWord("a", "11 11")
                .SendWord("b", "22 22")
                .ExpectFarewell()
        );
        var jobs = Jobs(3);
        await using (var connection = await Link.ConnectAsync(plc))
        {
            var reads = jobs.Select(job => connection.ReadAsync(job).AsTask()).ToArray();
            await Task.WhenAll(reads);
            Assert.That(
                connection.Counters,
                Has.Property(nameof(S7Counters.Jobs)).EqualTo(3).And.Property(nameof(S7Counters.Waits)).EqualTo(0)
            );
        }
        Assert.That(jobs.Select(Word), Is.EqualTo(new[] { "1111", "2222", "3333" }));
        await plc.Finished;
    }

    [Test]
    public async Task Two_answers_in_one_segment_and_one_answer_in_many_are_the_same()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .ExpectWord("a")
                .ExpectWord("b")
                .Send(Link.WordAnswer("{a}", "11 11") + "\n" + Link.WordAnswer("{b}", "22 22"))
                .ExpectWord("c")
                .SendInPieces(Link.WordAnswer("{c}", "33 33"), 1)
        );
        await using var connection = await Link.ConnectAsync(plc);
        var jobs = Jobs(3);
        await Task.WhenAll(connection.ReadAsync(jobs[0]).AsTask(), connection.ReadAsync(jobs[1]).AsTask());
        await connection.ReadAsync(jobs[2]);
        Assert.That(jobs.Select(Word), Is.EqualTo(new[] { "1111", "2222", "3333" }));
    }

    [Test]
    public async Task A_late_or_unknown_answer_is_counted_and_dropped()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .ExpectWord("a")
                .SendWord("a", "11 11")
                .SendWord("a", "EE EE")
                .ExpectWord("b")
                .Send(Link.WordAnswer("BA D0", "DD DD"))
                .SendWord("b", "22 22")
        );
        await using var connection = await Link.ConnectAsync(plc);
        var jobs = Jobs(2);
        await connection.ReadAsync(jobs[0]);
        await connection.ReadAsync(jobs[1]);
        Assert.That(jobs.Select(Word), Is.EqualTo(new[] { "1111", "2222" }));
        Assert.That(connection.Counters.UnknownAnswers, Is.EqualTo(2));
    }

    [Test]
    public async Task Fragments_are_joined_empty_frames_skipped_and_pushes_ignored()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .ExpectWord("a")
                .Send(
                    """
                    03 00 00 07 02 F0 80                                                  # empty
                    03 00 00 1D 02 F0 80  32 07 00 00 00 01 00 08 00 04  00 01 12 04 11 04 02 00  0A 00 00 00   # the CPU tells its mode
                    03 00 00 13 02 F0 80  32 07 00 00 00 02 00 02 00 00  AB CD            # something nobody knows
                    03 00 00 13 02 F0 80  32 01 00 00 00 03 00 02 00 00  05 00            # a job of its own
                    03 00 00 0D 02 F0 00  32 03 00 00 {a}                                 # the answer in three fragments
                    03 00 00 07 02 F0 01
                    03 00 00 0F 02 F0 02  00 02 00 06 00 00 04 01
                    03 00 00 0D 02 F0 83  FF 04 00 10 12 34
                    """
                )
        );
        await using var connection = await Link.ConnectAsync(plc);
        var job = Jobs(1)[0];
        await connection.ReadAsync(job);
        Assert.That(Word(job), Is.EqualTo("1234"));
        Assert.That(
            (connection.Counters.EmptyFrames, connection.Counters.Pushes, connection.Counters.UnknownAnswers),
            Is.EqualTo((1, 3, 0))
        );
    }

    [Test]
    public async Task A_request_is_cut_where_the_PLC_takes_only_short_TPDUs()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Expect("03 00 00 16 11 E0 00 00 ?? ?? 00  C0 01 ??  C1 02 ?? ??  C2 02 ?? ??")
                .Send("03 00 00 16 11 D0 00 01 00 05 00  C0 01 07  C1 02 01 00  C2 02 03 01   # 128 bytes at most")
                .Expect("03 00 00 19 02 F0 80  32 01 00 00 {setup} 00 08 00 00  F0 00 ?? ?? ?? ?? ?? ??")
                .Send("03 00 00 1B 02 F0 80  32 03 00 00 {setup} 00 08 00 00 00 00  F0 00 00 01 00 01 00 F0")
                .Expect("03 00 00 84 02 F0 00  32 01 00 00 {a} 00 86 00 00  04 0B")
                .Expect(string.Concat(Enumerable.Repeat("12 0A 10 02 00 01 00 01 84 00 00 00 ", 9)) + "12 0A 10 02 00")
                .Expect("03 00 00 1A 02 F0 80  01 00 01 84 00 00 00  12 0A 10 02 00 01 00 01 84 00 00 00")
                .Send("03 00 00 15 02 F0 80  32 03 00 00 {a} 00 02 00 00 00 00  04 00")
        );
        await using var connection = await Link.ConnectAsync(plc);
        var job = Link.Read([.. Enumerable.Repeat((1, 0, 1), 11)]);
        await connection.ReadAsync(job);
        Assert.That(job.AnsweredItems, Is.Zero);
        await plc.Finished;
    }

    [TestCase("81 04", "PUT/GET")]
    [TestCase("85 00", "fit the PDU")]
    [TestCase("D2 41", "protection level")]
    [TestCase("12 34", "1234")]
    public async Task A_refused_job_says_why_and_the_connection_lives_on(string code, string said)
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .ExpectWord("a")
                .Send($$"""03 00 00 13 02 F0 80  32 02 00 00 {a} 00 00 00 00 {{code}}""")
                .ExpectWord("b")
                .Send($$"""03 00 00 15 02 F0 80  32 03 00 00 {b} 00 02 00 00 {{code}}  04 00""")
                .ExpectWord("c")
                .SendWord("c", "33 33")
        );
        await using var connection = await Link.ConnectAsync(plc);
        var job = Jobs(1)[0];
        for (var i = 0; i < 2; i++)
        {
            var refused = await Assert.ThrowsAsync<S7RefusedException>(async () => await connection.ReadAsync(job));
            Assert.That(refused!.Message, Does.Contain(said));
            Assert.That(refused.Code, Is.EqualTo(Convert.ToUInt16(code.Replace(" ", ""), 16)));
        }
        await connection.ReadAsync(job);
        Assert.That(Word(job), Is.EqualTo("3333"));
        Assert.That(connection.Counters.Refused, Is.EqualTo(2));
    }

    [Test]
    public async Task An_unanswered_job_ends_the_connection_and_fails_all_that_are_under_way()
    {
        var clock = new ManualClock();
        var answered = new TaskCompletionSource();
        var later = new TaskCompletionSource();
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake(jobs: 2)
                .ExpectWord("a")
                .SendWord("a", "11 11")
                .ExpectWord("b")
                .Tell(answered)
                .ExpectWord("c")
                .Tell(later)
                .SendWord("c", "33 33")
                .Silence()
        );
        await using var connection = await Link.ConnectAsync(plc, clock);
        var jobs = Jobs(5);
        await connection.ReadAsync(jobs[0]);
        clock.Advance(TimeSpan.FromSeconds(30));
        Assert.That(connection.IsAlive, "nothing was under way");

        var unanswered = connection.ReadAsync(jobs[1]).AsTask();
        await answered.Task;
        clock.Advance(TimeSpan.FromSeconds(15));
        await connection.ReadAsync(jobs[2]);
        await later.Task;
        var young = connection.ReadAsync(jobs[3]).AsTask();
        var waiting = connection.ReadAsync(jobs[4]).AsTask();
        clock.Advance(TimeSpan.FromSeconds(4));
        Assert.That(connection.IsAlive, "the oldest is not due");
        clock.Advance(TimeSpan.FromSeconds(1));
        foreach (var task in new[] { unanswered, young, waiting })
        {
            var failure = await Assert.ThrowsAsync<S7LinkException>(() => task);
            Assert.That((failure!.Stage, failure.Cause), Is.EqualTo((S7ConnectStage.Open, S7LinkCause.TimedOut)));
            Assert.That(failure.Message, Does.Contain("did not answer a job within 20 s"));
        }
        await connection.Ended;
        await Assert.ThatAsync(
            async () => await connection.ReadAsync(jobs[1]),
            Throws.TypeOf<S7LinkException>(),
            "a dead connection stays dead"
        );
        await plc.Finished;
    }

    [Test]
    public async Task A_closed_link_fails_what_is_under_way([Values("fin", "reset", "half a frame", "disconnect")] string how)
    {
        var script = new ScriptedPlcScript().Handshake().ExpectWord("a");
        script = how switch
        {
            "reset" => script.Reset(),
            "half a frame" => script.Send("03 00 00 1B 02 F0 80 32 03").Close(),
            "disconnect" => script.Send("03 00 00 0B 06 80 00 01 00 05 01").Silence(),
            _ => script.Close(),
        };
        await using var plc = new ScriptedPlc(script);
        await using var connection = await Link.ConnectAsync(plc);
        var failure = await Assert.ThrowsAsync<S7LinkException>(async () => await connection.ReadAsync(Jobs(1)[0]));
        Assert.That(failure!.Cause, Is.EqualTo(S7LinkCause.ClosedByPeer));
        Assert.That(failure.Message.Contains("in the middle of a frame"), Is.EqualTo(how == "half a frame"));
        Assert.That(failure.Message.Contains("congestion"), Is.EqualTo(how == "disconnect"));
        await plc.Finished;
    }

    [Test]
    public async Task A_link_that_ends_while_idle_is_told()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().Close());
        await using var connection = await Link.ConnectAsync(plc);
        await connection.Ended;
        Assert.That(connection.IsAlive, Is.False);
        Assert.That(
            connection.Failure,
            Is.TypeOf<S7LinkException>().With.Property(nameof(S7LinkException.Cause)).EqualTo(S7LinkCause.ClosedByPeer)
        );
    }

    [Test]
    public async Task A_babbling_PLC_ends_its_own_connection()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript().Handshake().ExpectWord("a").Send("DE AD BE EF 00 11 22 33").Silence()
        );
        await using var connection = await Link.ConnectAsync(plc);
        await Assert.ThatAsync(
            async () => await connection.ReadAsync(Jobs(1)[0]),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains("starts with byte DE")
        );
        await plc.Finished;
    }

    [Test]
    public async Task Closing_takes_leave_and_fails_what_is_under_way()
    {
        var asked = new TaskCompletionSource();
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().ExpectWord("a").Tell(asked).ExpectFarewell());
        var connection = await Link.ConnectAsync(plc);
        var read = connection.ReadAsync(Jobs(1)[0]).AsTask();
        await asked.Task;
        await connection.DisposeAsync();
        await Assert.ThatAsync(
            async () => await read,
            Throws.TypeOf<S7LinkException>().With.Property(nameof(S7LinkException.Cause)).EqualTo(S7LinkCause.ClosedHere)
        );
        await plc.Finished;
        await connection.DisposeAsync();
        await Assert.ThatAsync(async () => await connection.ReadAsync(Jobs(1)[0]), Throws.TypeOf<S7LinkException>());
    }

    [Test]
    public async Task A_connection_can_be_closed_from_what_follows_an_answer()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().ExpectWord("a").SendWord("a", "11 11").ExpectFarewell());
        var connection = await Link.ConnectAsync(plc);
        await connection.ReadAsync(Jobs(1)[0]);
        await connection.DisposeAsync();
        await plc.Finished;
    }

    [Test]
    public async Task Misuse_is_told_and_nothing_is_sent()
    {
        var asked = new TaskCompletionSource();
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake(pduSize: 240).ExpectWord("a").Tell(asked).ExpectFarewell());
        await using (var connection = await Link.ConnectAsync(plc))
        {
            var job = Jobs(1)[0];
            var read = connection.ReadAsync(job).AsTask();
            Assert.That(() => connection.ReadAsync(job), Throws.InvalidOperationException.With.Message.Contains("still under way"));
            Assert.That(
                () => connection.ReadAsync(Link.Read((1, 0, 223))),
                Throws.InvalidOperationException.With.Message.Contains("241 to answer")
            );
            Assert.That(
                () => connection.ReadAsync(Link.Read([.. Enumerable.Repeat((1, 0, 1), 20)])),
                Throws.InvalidOperationException.With.Message.Contains("252 bytes to ask")
            );
            await asked.Task;
            await connection.DisposeAsync();
            await Assert.ThatAsync(async () => await read, Throws.TypeOf<S7LinkException>());
        }
        await plc.Finished;
    }

    [Test]
    public async Task Jobs_that_are_held_back_leave_in_one_send()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake(jobs: 2)
                .ExpectWord("a")
                .ExpectWord("b")
                .SendWord("a", "11 11")
                .SendWord("b", "22 22")
                .ExpectWord("c")
                .SendWord("c", "33 33")
        );
        await using var connection = await Link.ConnectAsync(plc);
        var jobs = Jobs(3);
        Task[] reads;
        using (connection.Hold())
        {
            using (connection.Hold())
                reads = [.. jobs.Select(job => connection.ReadAsync(job).AsTask())];
            Assert.That(connection.Counters.Sends, Is.Zero, "the inner hold ended inside the outer one");
        }
        await Task.WhenAll(reads);
        Assert.That(jobs.Select(Word), Is.EqualTo(new[] { "1111", "2222", "3333" }));
        Assert.That(connection.Counters.Sends, Is.EqualTo(2), "two in the window together, the third when it got its turn");
    }

    internal static S7ReadJob[] Jobs(int count) => [.. Enumerable.Range(0, count).Select(_ => Link.Read((1, 0, 2)))];

    internal static string Word(S7ReadJob job) => Convert.ToHexString(job.DataOf(0));
}
