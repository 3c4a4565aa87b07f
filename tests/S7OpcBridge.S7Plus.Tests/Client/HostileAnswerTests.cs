using FsCheck;
using S7OpcBridge.S7Plus.Client;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

/// <summary>
/// Whatever a CPU sends, it is understood, or the connection ends with a sentence: nothing else is thrown, and memory stays bounded by what was sent.
/// </summary>
public sealed class HostileAnswerTests
{
    private static readonly byte[][] Captured =
    [
        .. new[]
        {
            Cpu1511.CreateSessionAnswer,
            Cpu1511.ReadArrayAnswer,
            Cpu1511.ReadAllAnswer,
            Cpu1214.SessionSetupAnswer,
            Cpu1214.LimitsAnswer,
            Cpu1214.SubscribeAnswer,
            Cpu1214.FirstNotification,
            Cpu1214.OneChanged,
            Cpu1214.AddressError,
            Cpu1214.CreditReply,
            Cpu1214.DeleteAnswer,
        }.Select(Hex.Message),
    ];

    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public bool A_captured_message_with_some_bytes_changed_is_understood_or_refused(
        NonNegativeInt which,
        (NonNegativeInt At, byte Value)[] changes,
        NonNegativeInt length
    )
    {
        var message = (byte[])Captured[which.Get % Captured.Length].Clone();
        foreach (var (at, value) in changes)
            message[at.Get % message.Length] = value;
        return IsUnderstoodOrRefused(length.Get % 4 == 0 ? message[..(length.Get % message.Length)] : message);
    }

    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public bool Any_bytes_behind_any_head_are_understood_or_refused(NonNegativeInt function, byte[] body)
    {
        var functions = Enum.GetValues<PlusFunction>();
        var to = new PlusWriter();
        new AnswerHead(functions[function.Get % functions.Length], 1, 0x34).Write(to);
        to.Bytes(body);
        return IsUnderstoodOrRefused(to.ToArray());
    }

    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public bool Any_notification_is_understood_or_refused(byte[] body) =>
        IsUnderstoodOrRefused([(byte)PlusOpcode.Notification, 0x70, 0, 0, 1, 4, 0, 0, 0, 0, 0, .. body]);

    private static bool IsUnderstoodOrRefused(byte[] message)
    {
        foreach (var job in Jobs())
            Offer(job, message);
        return true;
    }

    private static void Offer(S7PlusJob job, byte[] message)
    {
        var jobs = new JobQueue(1, new AnswerClock(TimeProvider.System));
        var table = new SubscriptionTable();
        table.Add(0x7000_0001, new S7PlusSubscription(null!, new ItemSlots(Items), new S7PlusSubscriptionOptions(), _ => { }));
        var intake = new MessageDispatcher(jobs, table, "PLC");
        var frames = new FrameAssembler(1 << 16);
        var answer = job.Begin().AsTask();
        jobs.TryEnter(job, CancellationToken.None);
        jobs.TryBeginSending();
        while (jobs.TakeToSend() is not null) { }
        // The answer to the one request that is out.
        if (message.Length > 8 && message[0] == (byte)PlusOpcode.Answer)
            (message[7], message[8]) = (0, 1);
        var send = new byte[message.Length + PlusFrame.HeaderLength + PlusFrame.TrailerLength];
        var (written, _) = PlusFrame.WriteFragment(send, PlusFrame.Version2, message, 0, send.Length);
        send.AsSpan(0, written).CopyTo(frames.Free().Span);
        frames.Advance(written);
        try
        {
            intake.TakeAll(frames);
        }
        catch (S7PlusException) { }
        intake.CompleteAnswered();
        if (answer.IsFaulted && answer.Exception!.InnerException is not S7PlusException)
            throw answer.Exception;
    }

    private static readonly S7PlusItem[] Items =
    [
        .. Enumerable
            .Range(0, 40)
            .Select(i => new S7PlusItem(new S7PlusAddress(0x8A0E_0006, PlusIds.DbValues, [(uint)i]), Tests.Values.AllTypes.ShapeOf(i))),
    ];

    private static IEnumerable<S7PlusJob> Jobs()
    {
        yield return new S7PlusReadJob(Items);
        var write = new S7PlusWriteJob([Items[1]]);
        write.SetData(0, [1]);
        write.Build([]);
        yield return write;
        yield return new AnswerJob<object?>(Explore.Request(3, []), (ref from) => Explore.ReadAnswer(ref from));
        yield return new AnswerJob<object?>(ObjectLife.CreateSession(), (ref from) => ObjectLife.ReadCreateAnswer(ref from));
        yield return new AnswerJob<object?>(SingleVariable.Get(1, 2), (ref from) => SingleVariable.ReadGetAnswer(ref from));
    }
}
