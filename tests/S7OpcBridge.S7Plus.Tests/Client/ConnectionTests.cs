using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

public sealed class ConnectionTests
{
    private const uint Db1 = 0x8A0E_0001;

    [Test, CancelAfter(60_000)]
    public async Task A_session_is_made_and_ended(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(connection.Cpu, Is.EqualTo("1;6ES7 512-1DM03-0AB0;V4.1"));
            Assert.That(connection.Limits.ItemsPerRead, Is.EqualTo(50));
            Assert.That(connection.Limits.SubscribedItems, Is.EqualTo(2000));
            Assert.That(
                cpu.Requests.Select(request => request.Function),
                Is.EqualTo(
                    new[]
                    {
                        PlusFunction.CreateObject,
                        PlusFunction.SetMultiVariables,
                        PlusFunction.GetMultiVariables,
                        PlusFunction.GetVarSubStreamed,
                    }
                )
            );
            Assert.That(cpu.Requests.Select(request => (int)request.Sequence), Is.EqualTo(new[] { 1, 2, 3, 4 }));
        });
        await connection.DisposeAsync();
        Assert.Multiple(() =>
        {
            Assert.That(cpu.Deleted, Has.Count.EqualTo(1));
            Assert.That(connection.IsAlive, Is.False);
            Assert.That(connection.Ended.IsCompleted);
            Assert.That(((S7PlusLinkException)connection.Failure!).Cause, Is.EqualTo(S7PlusLinkCause.ClosedHere));
        });
    }

    [Test, CancelAfter(60_000)]
    public async Task A_read_brings_bytes_of_each_item_and_an_error_of_those_that_failed(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        cpu.Values[At(10)] = PlusValue.DInt(-5);
        cpu.Values[At(11)] = PlusValue.USIntArray([5, 2, (byte)'o', (byte)'k', 0, 0, 0]);
        cpu.Values[At(13)] = PlusValue.UInt(7);
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var job = new S7PlusReadJob([
            new S7PlusItem(At(10), new S7PlusShape(S7PlusType.DInt)),
            new S7PlusItem(At(11), new S7PlusShape(S7PlusType.String, length: 5)),
            new S7PlusItem(At(12), new S7PlusShape(S7PlusType.Int)),
            new S7PlusItem(At(13), new S7PlusShape(S7PlusType.Int)),
        ]);
        await connection.ReadAsync(job, cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(Convert.ToHexString(job.DataOf(0)), Is.EqualTo("FFFFFFFB"));
            Assert.That(Convert.ToHexString(job.DataOf(1)), Is.EqualTo("05026F6B000000"));
            Assert.That(job.StatusOf(2), Is.EqualTo(S7PlusItemStatus.SymbolChanged));
            Assert.That(job.StatusOf(2).TellsOfDownload());
            Assert.That(job.DataOf(2).IsEmpty);
            Assert.That(job.StatusOf(3), Is.EqualTo(S7PlusItemStatus.OtherType));
            Assert.That(cpu.Complaints, Is.Empty);
        });
    }

    [Test, CancelAfter(60_000)]
    public async Task A_request_refused_as_a_whole_leaves_the_connection_alive(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu { MostItems = 4 };
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var items = Enumerable.Range(10, 5).Select(lid => new S7PlusItem(At((uint)lid), new S7PlusShape(S7PlusType.Int))).ToArray();
        var refusal = (
            await Assert.ThrowsAsync<S7PlusRefusedException>(async () =>
                await connection.ReadAsync(new S7PlusReadJob(items), cancellationToken)
            )
        )!;
        Assert.That(refusal.Code.Code, Is.EqualTo(-4));
        await connection.ReadAsync(new S7PlusReadJob(items.AsSpan(0, 4)), cancellationToken);
        Assert.That(connection.Counters.Refused, Is.EqualTo(1));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_write_reaches_the_CPU_and_each_item_has_its_answer(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        cpu.Values[At(10)] = PlusValue.DInt(0);
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var job = new S7PlusWriteJob([
            new S7PlusItem(At(10), new S7PlusShape(S7PlusType.DInt)),
            new S7PlusItem(At(11), new S7PlusShape(S7PlusType.DInt)),
        ]);
        job.SetData(0, [0xFF, 0xFF, 0xFF, 0x00]);
        job.SetData(1, [0, 0, 0, 1]);
        await connection.WriteAsync(job, cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That((int)cpu.Values[At(10)].Bits, Is.EqualTo(-256));
            Assert.That(job.StatusOf(0), Is.EqualTo(S7PlusItemStatus.Ok));
            Assert.That(job.StatusOf(1), Is.EqualTo(S7PlusItemStatus.SymbolChanged));
        });
    }

    [Test, CancelAfter(60_000)]
    public async Task A_DTL_is_written_with_the_time_stamp_that_the_CPU_has_for_it(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        cpu.Values[At(10)] = new PlusValue(
            0,
            WireType.Struct,
            0,
            new PlusStruct(0x0200_0043, [], new PackedStruct(0x1122_3344, 2, 0, new byte[12]))
        );
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var job = new S7PlusWriteJob([new S7PlusItem(At(10), new S7PlusShape(S7PlusType.Dtl))]);
        job.SetData(0, Hex.Bytes("07EA0B1601161E0F00000005"));
        await connection.WriteAsync(job, cancellationToken);
        var written = cpu.Values[At(10)].Structure!;
        Assert.Multiple(() =>
        {
            Assert.That(written.Packed!.TimeStamp, Is.EqualTo(0x1122_3344));
            Assert.That(Convert.ToHexString(written.Packed.Data), Is.EqualTo("07EA0B1601161E0F00000005"));
        });
    }

    [Test, CancelAfter(60_000)]
    public async Task A_request_longer_than_a_TPDU_and_its_long_answer_go_in_fragments(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu { MostItems = 500 };
        var items = new S7PlusItem[300];
        for (var i = 0; i < items.Length; i++)
        {
            var address = new S7PlusAddress(Db1, PlusIds.DbValues, [(uint)i + 9], 0xDEAD_0000 + (uint)i);
            items[i] = new S7PlusItem(address, new S7PlusShape(S7PlusType.String, length: 20));
            cpu.Values[address] = PlusValue.USIntArray([20, 1, (byte)i, .. new byte[19]]);
        }
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var job = new S7PlusReadJob(items);
        await connection.ReadAsync(job, cancellationToken);
        for (var i = 0; i < items.Length; i++)
            Assert.That(job.DataOf(i)[2], Is.EqualTo((byte)i));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_job_is_sent_again_and_again(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        cpu.Values[At(10)] = PlusValue.DInt(-5);
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var job = new S7PlusReadJob([new S7PlusItem(At(10), new S7PlusShape(S7PlusType.DInt))]);
        for (var i = 0; i < 300; i++)
            await connection.ReadAsync(job, cancellationToken);
        Assert.That(connection.Counters.Answers, Is.EqualTo(304));
        Assert.That(cpu.Complaints, Is.Empty);
    }

    [Test, CancelAfter(60_000)]
    public async Task Jobs_that_wait_for_their_turn_get_it_and_a_cancelled_one_leaves_the_line(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        cpu.Values[At(10)] = PlusValue.DInt(1);
        var held = new TaskCompletionSource<PlusRequestHead>();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        cpu.Instead = head =>
        {
            held.TrySetResult(head);
            return [];
        };
        S7PlusItem[] items = [new S7PlusItem(At(10), new S7PlusShape(S7PlusType.DInt))];
        var first = connection.ReadAsync(new S7PlusReadJob(items), cancellationToken).AsTask();
        var head = await held.Task;
        cpu.Instead = null;
        using var cancelled = new CancellationTokenSource();
        var second = connection.ReadAsync(new S7PlusReadJob(items), cancelled.Token).AsTask();
        var third = connection.ReadAsync(new S7PlusReadJob(items), cancellationToken).AsTask();
        await cancelled.CancelAsync();
        Assert.That(async () => await second, Throws.InstanceOf<OperationCanceledException>());
        await cpu.SendAsync(
            PlusFrame.Version2,
            FakeCpu.Answer(
                head,
                to =>
                {
                    to.Vlq64(0);
                    to.Byte(1);
                    PlusValue.DInt(1).Write(to);
                    to.Byte(0);
                    to.Byte(0);
                    to.Byte(0);
                    to.UInt32(0);
                }
            ),
            cancellationToken
        );
        await first;
        await third;
    }

    private static S7PlusAddress At(uint lid) => new(Db1, PlusIds.DbValues, [lid], 0x1234);
}
