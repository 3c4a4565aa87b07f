using System.Threading.Channels;
using S7OpcBridge.S7Plus.Client;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

public sealed class SubscriptionTests
{
    private const uint Db1 = 0x8A0E_0001;

    [Test, CancelAfter(60_000)]
    public async Task A_subscription_has_all_values_first_and_then_what_changes(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var said = Channel.CreateUnbounded<string>();
        var subscription = await connection.SubscribeAsync(
            Items,
            new S7PlusSubscriptionOptions { Cycle = TimeSpan.FromMilliseconds(100) },
            each => said.Writer.TryWrite(Say(each)),
            cancellationToken
        );
        var (id, what) = cpu.Subscriptions.Single();
        Assert.Multiple(() =>
        {
            Assert.That(what.Rid, Is.EqualTo(0x7FFF_C001));
            Assert.That(what[PlusIds.SubscriptionCycle]!.Bits, Is.EqualTo(100));
            Assert.That((short)what[PlusIds.SubscriptionCredit]!.Bits, Is.EqualTo(-1));
            Assert.That(
                what[PlusIds.SubscriptionReferences]!.Numbers.ToArray(),
                Is.EqualTo(
                    new ulong[]
                    {
                        0x8001_0000,
                        0,
                        2,
                        0x8004_0002,
                        1,
                        0,
                        Db1,
                        0x1234,
                        PlusIds.DbValues,
                        10,
                        0x8004_0002,
                        2,
                        0,
                        Db1,
                        0x1234,
                        PlusIds.DbValues,
                        11,
                    }
                )
            );
        });

        await cpu.NotifyAsync(id, 0, 1, cancellationToken, (1, PlusValue.DInt(7)), (2, null));
        Assert.That(await said.Reader.ReadAsync(cancellationToken), Is.EqualTo("0=00000007 1:SymbolChanged"));
        await cpu.NotifyAsync(id, 0, 2, cancellationToken, (2, PlusValue.DInt(-1)));
        Assert.That(await said.Reader.ReadAsync(cancellationToken), Is.EqualTo("1=FFFFFFFF"));
        await cpu.NotifyAsync(id, 0, 3, cancellationToken);
        Assert.That(await said.Reader.ReadAsync(cancellationToken), Is.Empty);
        Assert.That(subscription.CpuTime, Is.EqualTo(DateTime.UnixEpoch.AddSeconds(1_790_000_000)));

        await subscription.DeleteAsync(cancellationToken);
        Assert.That(cpu.Deleted, Is.EqualTo(new[] { id }));
        Assert.That(connection.IsAlive);
    }

    [Test, CancelAfter(60_000)]
    public async Task Notifications_between_a_request_and_its_answer_harm_neither(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        cpu.Values[Items[0].Address] = PlusValue.DInt(3);
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var said = Channel.CreateUnbounded<string>();
        await connection.SubscribeAsync(Items, new S7PlusSubscriptionOptions(), each => said.Writer.TryWrite(Say(each)), cancellationToken);
        var asked = new TaskCompletionSource<PlusRequestHead>();
        cpu.Instead = head =>
        {
            asked.TrySetResult(head);
            return [];
        };
        var job = new S7PlusReadJob([Items[0]]);
        var reading = connection.ReadAsync(job, cancellationToken).AsTask();
        var head = await asked.Task;
        await cpu.NotifyAsync(cpu.Subscriptions.Single().Id, 0, 1, cancellationToken, (1, PlusValue.DInt(7)));
        await cpu.NotifyAsync(0x7000_0001, 0, 1, cancellationToken, (1, PlusValue.DInt(9)));
        await cpu.SendAsync(
            PlusFrame.Version2,
            FakeCpu.Answer(
                head,
                to =>
                {
                    to.Vlq64(0);
                    to.Byte(1);
                    PlusValue.DInt(3).Write(to);
                    to.Byte(0);
                    to.Byte(0);
                    to.Byte(0);
                    to.UInt32(0);
                }
            ),
            cancellationToken
        );
        await reading;
        Assert.That(Convert.ToHexString(job.DataOf(0)), Is.EqualTo("00000003"));
        Assert.That(await said.Reader.ReadAsync(cancellationToken), Is.EqualTo("0=00000007"));
        Assert.That(connection.Counters.Unknown, Is.EqualTo(1), "the notification of a subscription that nobody has");
    }

    // Records as JuergenKosel/s7commwireshark (packet-s7comm_plus.c) describes them, the object that of PLCSIM.
    [TestCase("81 A1 00000034 9103 30 9259 06 A3 8169 00 15 01 41 A2", true)]
    [TestCase("83 00 17 00000E79 9C74 00 08 03 9C70 00 08 01 00", true)]
    [TestCase("9C 00000001", true)]
    [TestCase("95 01020304", false)]
    [CancelAfter(60_000)]
    public async Task Records_that_nobody_asked_for_are_counted_and_end_nothing(
        string record,
        bool hasLength,
        CancellationToken cancellationToken
    )
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var said = Channel.CreateUnbounded<string>();
        await connection.SubscribeAsync(Items, new S7PlusSubscriptionOptions(), each => said.Writer.TryWrite(Say(each)), cancellationToken);
        var id = cpu.Subscriptions.Single().Id;
        var to = new PlusWriter();
        to.Byte((byte)PlusOpcode.Notification);
        new NotificationHead(id, 0, 1, 1_790_000_000_000_000, 1).Write(to);
        Record(1);
        to.Bytes(Hex.Bytes(record));
        Record(2);
        to.Byte(0);
        to.UInt32(0);
        await cpu.SendAsync(PlusFrame.Version2, to.ToArray(), cancellationToken);
        Assert.That(await said.Reader.ReadAsync(cancellationToken), Is.EqualTo(hasLength ? "0=00000007 1=00000007" : "0=00000007"));
        await cpu.NotifyAsync(id, 0, 2, cancellationToken, (2, PlusValue.DInt(9)));
        Assert.That(await said.Reader.ReadAsync(cancellationToken), Is.EqualTo("1=00000009"), "the next one is read as ever");
        Assert.That((connection.Counters.Unknown, connection.IsAlive), Is.EqualTo((1, true)));

        void Record(uint reference)
        {
            to.Byte(NotificationRecord.Value);
            to.UInt32(reference);
            PlusValue.DInt(7).Write(to);
        }
    }

    [Test, CancelAfter(60_000)]
    public async Task Two_thousand_items_are_subscribed_in_one_request_of_many_fragments(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var items = Enumerable.Range(1, 2000).Select(lid => new S7PlusItem(At((uint)lid), new S7PlusShape(S7PlusType.DInt))).ToArray();
        var seen = new TaskCompletionSource<int>();
        var subscription = await connection.SubscribeAsync(
            items,
            new S7PlusSubscriptionOptions(),
            each => seen.TrySetResult(each.Changed.Length),
            cancellationToken
        );
        await cpu.NotifyAsync(
            cpu.Subscriptions.Single().Id,
            0,
            1,
            cancellationToken,
            [.. Enumerable.Range(1, 2000).Select(number => ((uint)number, (PlusValue?)PlusValue.DInt(number)))]
        );
        Assert.That(await seen.Task.WaitAsync(cancellationToken), Is.EqualTo(2000));
        Assert.That(Convert.ToHexString(subscription.DataOf(1999)), Is.EqualTo("000007D0"));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_credit_is_renewed_when_half_of_it_is_used(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var seen = Channel.CreateUnbounded<uint>();
        await connection.SubscribeAsync(
            Items,
            new S7PlusSubscriptionOptions { Credit = 10 },
            each => seen.Writer.TryWrite(each.Sequence),
            cancellationToken
        );
        var id = cpu.Subscriptions.Single().Id;
        for (byte tick = 1; tick <= 5; tick++)
        {
            await cpu.NotifyAsync(id, tick, tick, cancellationToken);
            await seen.Reader.ReadAsync(cancellationToken);
        }
        // An answered request behind it: what came before has been taken.
        cpu.Values[Items[0].Address] = PlusValue.DInt(0);
        await connection.ReadAsync(new S7PlusReadJob([Items[0]]), cancellationToken);
        var (target, attribute, value) = cpu.Sets.Single();
        Assert.Multiple(() =>
        {
            Assert.That(target, Is.EqualTo(id));
            Assert.That(attribute, Is.EqualTo(PlusIds.SubscriptionCredit));
            Assert.That(value.Bits, Is.EqualTo(15));
        });
    }

    [Test]
    public void A_credit_never_runs_out_however_often_the_tick_wraps([Values(2, 3, 10, 200)] int credit)
    {
        var account = new CreditAccount(credit);
        var limit = credit;
        for (var i = 1; i < 2000; i++)
        {
            var tick = (byte)(i % 255);
            Assert.That((limit - tick + 255) % 255, Is.LessThan(credit), "the CPU may send this one");
            limit = account.Renew(tick) ?? limit;
        }
    }

    [Test, CancelAfter(60_000)]
    public async Task A_subscription_that_the_CPU_refuses_is_removed_and_told_in_words(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        cpu.Instead = head =>
            head.Function != PlusFunction.CreateObject
                ? null
                : FakeCpu.Answer(
                    head,
                    to =>
                    {
                        to.Vlq64(0x8009_8900_12CB_FE0B);
                        to.Byte(1);
                        to.Vlq(0x70000777);
                        to.UInt32(0);
                    }
                );
        var failure = (
            await Assert.ThrowsAsync<S7PlusRefusedException>(async () =>
                await connection.SubscribeAsync(Items, new S7PlusSubscriptionOptions(), _ => { }, cancellationToken)
            )
        )!;
        Assert.Multiple(() =>
        {
            Assert.That(failure.Message, Does.Contain("limit"));
            Assert.That(cpu.Deleted, Is.EqualTo(new[] { 0x70000777u }));
        });
    }

    private static readonly S7PlusItem[] Items =
    [
        new S7PlusItem(At(10), new S7PlusShape(S7PlusType.DInt)),
        new S7PlusItem(At(11), new S7PlusShape(S7PlusType.DInt)),
    ];

    private static S7PlusAddress At(uint lid) => new(Db1, PlusIds.DbValues, [lid], 0x1234);

    private static string Say(S7PlusSubscription subscription)
    {
        var words = new List<string>();
        foreach (var item in subscription.Changed)
        {
            words.Add(
                subscription.StatusOf(item) == S7PlusItemStatus.Ok
                    ? $"{item}={Convert.ToHexString(subscription.DataOf(item))}"
                    : $"{item}:{subscription.StatusOf(item)}"
            );
        }
        return string.Join(' ', words);
    }
}
