using System.Threading.Channels;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7Plus.Tests.Client;

/// <summary>An answer that never comes ends the connection after the timeout, whatever else arrives; a long answer on its way does not.</summary>
[CancelAfter(60_000)]
public sealed class LostAnswerTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(2),
        Step = TimeSpan.FromMilliseconds(500);
    private static readonly S7PlusItem Item = new(
        new S7PlusAddress(0x8A0E_0001, PlusIds.DbValues, [10], 0x1234),
        new S7PlusShape(S7PlusType.DInt)
    );

    [Test]
    public async Task Notifications_do_not_hide_it(CancellationToken cancellationToken)
    {
        var clock = new ManualClock();
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options with { Timeout = Timeout }, clock, cancellationToken);
        var came = Channel.CreateUnbounded<bool>();
        await connection.SubscribeAsync(
            new[] { Item },
            new S7PlusSubscriptionOptions(),
            _ => came.Writer.TryWrite(true),
            cancellationToken
        );
        var lost = await LoseAsync(cpu, connection, cancellationToken);

        for (var steps = 1; connection.IsAlive; steps++)
        {
            Assert.That(steps, Is.LessThanOrEqualTo(5), "a step beyond the timeout");
            await cpu.NotifyAsync(cpu.Subscriptions.Single().Id, 0, (uint)steps, cancellationToken, (1, PlusValue.DInt(steps)));
            await came.Reader.ReadAsync(cancellationToken);
            clock.Advance(Step);
        }

        Assert.That((await Assert.ThrowsAsync<S7PlusLinkException>(() => lost))!.Cause, Is.EqualTo(S7PlusLinkCause.TimedOut));
    }

    [Test]
    public async Task Answers_to_later_requests_do_not_hide_it(CancellationToken cancellationToken)
    {
        var clock = new ManualClock();
        await using var cpu = new FakeCpu();
        cpu.Values[Item.Address] = PlusValue.DInt(7);
        await using var connection = await S7PlusConnection.ConnectAsync(
            cpu.Options with
            {
                Timeout = Timeout,
                MaxJobs = 2,
            },
            clock,
            cancellationToken
        );
        var lost = await LoseAsync(cpu, connection, cancellationToken);
        cpu.Instead = null;

        for (var steps = 1; connection.IsAlive; steps++)
        {
            Assert.That(steps, Is.LessThanOrEqualTo(5), "a step beyond the timeout");
            await connection.ReadAsync(new S7PlusReadJob([Item]), cancellationToken);
            clock.Advance(Step);
        }

        Assert.That((await Assert.ThrowsAsync<S7PlusLinkException>(() => lost))!.Cause, Is.EqualTo(S7PlusLinkCause.TimedOut));
    }

    [Test]
    public async Task A_request_waits_from_the_answer_before_it_on(CancellationToken cancellationToken)
    {
        var clock = new ManualClock();
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(
            cpu.Options with
            {
                Timeout = Timeout,
                MaxJobs = 3,
            },
            clock,
            cancellationToken
        );
        var heads = Channel.CreateUnbounded<PlusRequestHead>();
        cpu.Instead = head =>
        {
            heads.Writer.TryWrite(head);
            return [];
        };
        var reading = new List<Task>();
        for (var i = 0; i < 3; i++)
            reading.Add(connection.ReadAsync(new S7PlusReadJob([Item]), cancellationToken).AsTask());

        foreach (var read in reading)
        {
            var head = await heads.Reader.ReadAsync(cancellationToken);
            clock.Advance(Step * 3);
            await cpu.SendAsync(PlusFrame.Version2, AnswerTo(head), cancellationToken);
            await read;
        }

        Assert.That(connection.IsAlive, "each was answered within the timeout after the one before");
    }

    [Test]
    public async Task A_long_answer_is_waited_for_while_its_fragments_come_and_no_longer(CancellationToken cancellationToken)
    {
        var clock = new ManualClock();
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options with { Timeout = Timeout }, clock, cancellationToken);
        for (var isWhole = true; ; isWhole = false)
        {
            var asked = new TaskCompletionSource<PlusRequestHead>(TaskCreationOptions.RunContinuationsAsynchronously);
            cpu.Instead = head =>
            {
                asked.TrySetResult(head);
                return [];
            };
            var reading = connection.ReadAsync(new S7PlusReadJob([Item]), cancellationToken).AsTask();
            var answer = AnswerTo(await asked.Task);
            for (var at = 0; at < answer.Length; at++)
            {
                clock.Advance(Step * 3);
                Assert.That(connection.IsAlive, $"fragment {at}");
                await SendFragmentAsync(cpu, connection, answer.AsMemory(at, 1), cancellationToken);
            }
            if (isWhole)
            {
                clock.Advance(Step * 3);
                await SendFragmentAsync(cpu, connection, default, cancellationToken);
                await reading;
                continue;
            }
            clock.Advance(Timeout);
            Assert.That((await Assert.ThrowsAsync<S7PlusLinkException>(() => reading))!.Cause, Is.EqualTo(S7PlusLinkCause.TimedOut));
            return;
        }
    }

    // A read that is never answered.
    private static async Task<Task> LoseAsync(FakeCpu cpu, S7PlusConnection connection, CancellationToken cancellationToken)
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        cpu.Instead = _ =>
        {
            asked.TrySetResult();
            return [];
        };
        var lost = connection.ReadAsync(new S7PlusReadJob([Item]), cancellationToken).AsTask();
        await asked.Task.WaitAsync(cancellationToken);
        return lost;
    }

    private static byte[] AnswerTo(PlusRequestHead head) =>
        FakeCpu.Answer(
            head,
            to =>
            {
                to.Vlq64(0);
                to.Byte(1);
                PlusValue.DInt(7).Write(to);
                to.Byte(0);
                to.Byte(0);
                to.Vlq(head.Sequence);
                to.UInt32(0);
            }
        );

    // Waits until the client has processed it; without bytes it is the trailer.
    private static async Task SendFragmentAsync(
        FakeCpu cpu,
        S7PlusConnection connection,
        ReadOnlyMemory<byte> bytes,
        CancellationToken cancellationToken
    )
    {
        var before = connection.Counters.BytesReceived;
        var frame = new byte[PlusFrame.HeaderLength + bytes.Length];
        PlusFrame.WriteHeader(frame, PlusFrame.Version2, bytes.Length);
        bytes.CopyTo(frame.AsMemory(PlusFrame.HeaderLength));
        await cpu.Duplex!.SendAsync(frame, cancellationToken);
        await Poll.UntilAsync(() => connection.Counters.BytesReceived >= before + frame.Length, cancellationToken);
    }
}
