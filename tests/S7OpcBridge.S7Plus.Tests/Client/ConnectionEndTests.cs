using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

/// <summary>Connections that come to nothing, or to an end, and how a caller hears of it.</summary>
public sealed class ConnectionEndTests
{
    private static readonly S7PlusAddress Somewhere = new(0x8A0E_0001, PlusIds.DbValues, [10], 0x1234);

    [Test, CancelAfter(60_000)]
    public async Task A_fatal_system_event_ends_the_connection_and_says_why(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        cpu.Instead = _ => [];
        var reading = connection
            .ReadAsync(new S7PlusReadJob([new S7PlusItem(Somewhere, new S7PlusShape(S7PlusType.Int))]), cancellationToken)
            .AsTask();
        await cpu.SendAsync(
            PlusFrame.SystemEvent,
            Hex.Bytes("00000000 00000489 00000000 00000000 00000017 00009D6C 00009D71 00000009 A2013B000236FF88 00000000"),
            cancellationToken
        );
        var failure = (await Assert.ThrowsAsync<S7PlusLinkException>(async () => await reading))!;
        Assert.Multiple(() =>
        {
            Assert.That(failure.Cause, Is.EqualTo(S7PlusLinkCause.EndedByCpu));
            Assert.That(failure.Message, Does.Contain("does not understand"));
        });
        await connection.Ended;
    }

    [Test, CancelAfter(60_000)]
    public async Task A_CPU_without_a_session_to_give_is_told_in_words(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu
        {
            Instead = head =>
                FakeCpu.Answer(
                    head,
                    to =>
                    {
                        to.Vlq64(0x8009_8900_12CB_FF8F);
                        to.Byte(0);
                        to.UInt32(0);
                    }
                ),
        };
        var failure = (
            await Assert.ThrowsAsync<S7PlusRefusedException>(async () =>
                await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken)
            )
        )!;
        Assert.That(failure.Message, Does.Contain("no session free"));
    }

    [Test, CancelAfter(60_000)]
    public async Task An_answer_that_breaks_the_protocol_ends_the_connection(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        // Item 9 of 1.
        cpu.Instead = head =>
            FakeCpu.Answer(
                head,
                to =>
                {
                    to.Vlq64(0);
                    to.Byte(9);
                    PlusValue.DInt(1).Write(to);
                    to.UInt32(0);
                }
            );
        Assert.That(
            async () =>
                await connection.ReadAsync(
                    new S7PlusReadJob([new S7PlusItem(Somewhere, new S7PlusShape(S7PlusType.DInt))]),
                    cancellationToken
                ),
            Throws.InstanceOf<S7PlusProtocolException>()
        );
        await connection.Ended;
    }

    [Test, CancelAfter(60_000)]
    public async Task Connecting_to_a_CPU_that_keeps_silent_can_be_given_up(CancellationToken cancellationToken)
    {
        var asked = new TaskCompletionSource();
        await using var cpu = new FakeCpu
        {
            Instead = _ =>
            {
                asked.TrySetResult();
                return [];
            },
        };
        using var cancelled = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var connecting = S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancelled.Token);
        await asked.Task;
        await cancelled.CancelAsync();
        Assert.That(async () => await connecting, Throws.InstanceOf<OperationCanceledException>());
    }

    [Test, CancelAfter(60_000)]
    public async Task A_CPU_that_does_not_answer_ends_the_connection_after_the_timeout(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(
            cpu.Options with
            {
                Timeout = TimeSpan.FromSeconds(2),
            },
            TimeProvider.System,
            cancellationToken
        );
        cpu.Instead = _ => [];
        var failure = (
            await Assert.ThrowsAsync<S7PlusLinkException>(async () =>
                await connection.ReadAsync(
                    new S7PlusReadJob([new S7PlusItem(Somewhere, new S7PlusShape(S7PlusType.Int))]),
                    cancellationToken
                )
            )
        )!;
        Assert.That(failure.Cause, Is.EqualTo(S7PlusLinkCause.TimedOut));
        Assert.That(failure.Message, Does.Contain("2 s"));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_silent_connection_asks_whether_the_CPU_is_still_there(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(
            cpu.Options with
            {
                KeepAlive = TimeSpan.FromMilliseconds(50),
                Timeout = TimeSpan.FromSeconds(20),
            },
            TimeProvider.System,
            cancellationToken
        );
        var asked = new TaskCompletionSource();
        cpu.Instead = _ =>
        {
            asked.TrySetResult();
            return null;
        };
        await asked.Task.WaitAsync(cancellationToken);
        Assert.That(connection.IsAlive);
    }
}
