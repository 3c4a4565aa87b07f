using S7OpcBridge.S7Plus.Client;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

/// <summary>A steady poll and a steady notification allocate nothing above TLS.</summary>
public sealed class AllocationTests
{
    private const int Items = 50;

    [Test]
    public void An_answer_with_fifty_values_is_taken_in_without_allocating()
    {
        var jobs = new JobQueue(1, new AnswerClock(TimeProvider.System));
        var intake = new MessageDispatcher(jobs, new SubscriptionTable(), "PLC");
        var frames = new FrameAssembler(1 << 16);
        var job = new S7PlusReadJob(ItemsOf(Items));
        var answer = Frame(to =>
        {
            new AnswerHead(PlusFunction.GetMultiVariables, 0, 0x34).Write(to);
            to.Vlq64(0);
            for (var i = 1; i <= Items; i++)
            {
                to.Vlq((uint)i);
                PlusValue.DInt(i * 100_000).Write(to);
            }
            to.Byte(0);
            to.Byte(0);
            to.Vlq(7);
            to.UInt32(0);
        });
        const int sequenceAt = PlusFrame.HeaderLength + 7;
        ushort sequence = 0;
        var allocated = Measure(() =>
        {
            _ = job.Begin();
            jobs.TryEnter(job, CancellationToken.None);
            jobs.TryBeginSending();
            while (jobs.TakeToSend() is not null) { }
            sequence++;
            answer[sequenceAt] = (byte)(sequence >> 8);
            answer[sequenceAt + 1] = (byte)sequence;
            answer.CopyTo(frames.Free().Span);
            frames.Advance(answer.Length);
            intake.TakeAll(frames);
            intake.CompleteAnswered();
        });
        Assert.That(allocated, Is.Zero);
        Assert.That(Convert.ToHexString(job.DataOf(Items - 1)), Is.EqualTo("004C4B40"));
    }

    [Test]
    public void A_notification_of_fifty_values_is_taken_in_without_allocating()
    {
        var table = new SubscriptionTable();
        var seen = 0;
        var subscription = new S7PlusSubscription(
            null!,
            new ItemSlots(ItemsOf(Items)),
            new S7PlusSubscriptionOptions(),
            each => seen += each.Changed.Length
        );
        table.Add(0x7000_1234, subscription);
        var intake = new MessageDispatcher(new JobQueue(1, new AnswerClock(TimeProvider.System)), table, "PLC");
        var frames = new FrameAssembler(1 << 16);
        var notification = Frame(to =>
        {
            to.Byte((byte)PlusOpcode.Notification);
            new NotificationHead(0x7000_1234, 0, 1, 1_790_000_000_000_000, 1).Write(to);
            for (var i = 1; i <= Items; i++)
            {
                to.Byte(NotificationRecord.Value);
                to.UInt32((uint)i);
                PlusValue.DInt(i).Write(to);
            }
            to.Byte(0);
            to.UInt32(0);
        });
        var allocated = Measure(() =>
        {
            notification.CopyTo(frames.Free().Span);
            frames.Advance(notification.Length);
            intake.TakeAll(frames);
        });
        Assert.That(allocated, Is.Zero);
        Assert.That(seen, Is.EqualTo(600 * Items));
    }

    private static byte[] Frame(Action<PlusWriter> write)
    {
        var to = new PlusWriter();
        write(to);
        var frame = new byte[to.Length + PlusFrame.HeaderLength + PlusFrame.TrailerLength];
        PlusFrame.WriteFragment(frame, PlusFrame.Version2, to.Written, 0, frame.Length);
        return frame;
    }

    private static S7PlusItem[] ItemsOf(int count) =>
        [
            .. Enumerable
                .Range(1, count)
                .Select(lid => new S7PlusItem(
                    new S7PlusAddress(0x8A0E_0001, PlusIds.DbValues, [(uint)lid]),
                    new S7PlusShape(S7PlusType.DInt)
                )),
        ];

    // The least of several rounds: what the runtime itself does on this thread now and then is not ours.
    private static long Measure(Action once)
    {
        for (var i = 0; i < 100; i++)
            once();
        var least = long.MaxValue;
        for (var round = 0; round < 5; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < 100; i++)
                once();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }
}
