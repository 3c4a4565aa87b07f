using System.Collections.Immutable;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Alarms;

/// <summary>A batch of a CPU's alarms as a message between nodes.</summary>
internal static class AlarmWire
{
    private const int FewestBytes = 16;

    public static byte[] Write(string plc, CpuAlarmBatch batch)
    {
        var to = new WireWriter();
        to.Byte(MessageKind.Version);
        to.Text(plc);
        to.Byte((byte)batch.News);
        to.Signed(batch.Time.UtcTicks);
        to.Count(batch.Alarms.Length);
        foreach (var alarm in batch.Alarms)
            Write(to, alarm);
        to.Count(batch.Events.Length);
        foreach (var happened in batch.Events)
        {
            to.Signed(happened.Time?.UtcTicks ?? 0);
            to.Text(happened.Words);
            to.Byte(happened.IsFault ? (byte)1 : (byte)0);
        }
        return to.ToArray();
    }

    /// <exception cref="InvalidDataException">It is none.</exception>
    public static (string Plc, CpuAlarmBatch Batch) Read(ReadOnlySpan<byte> body, Func<string, int> find)
    {
        var from = new WireReader(body);
        if (from.Byte() != MessageKind.Version)
            throw new InvalidDataException("Alarms of a CPU come in another version than this node speaks.");
        var plc = from.Text();
        var news = (CpuAlarmNews)from.Byte();
        if (!Enum.IsDefined(news))
            throw new InvalidDataException($"Alarms of a CPU come as unknown news, {(byte)news}.");
        var time = TimeOf(from.Signed());
        var alarms = new CpuAlarm[from.Count(FewestBytes)];
        for (var i = 0; i < alarms.Length; i++)
            alarms[i] = ReadAlarm(ref from);
        var events = new CpuEvent[from.Count(3)];
        for (var i = 0; i < events.Length; i++)
        {
            var ticks = from.Signed();
            events[i] = new CpuEvent(ticks == 0 ? null : TimeOf(ticks), from.Text(), from.Byte() != 0);
        }
        return (plc, new CpuAlarmBatch(find(plc), news, time, ImmutableArray.Create(alarms)) { Events = ImmutableArray.Create(events) });
    }

    private static void Write(WireWriter to, CpuAlarm alarm)
    {
        to.Fixed64(alarm.Id);
        to.Text(alarm.Name);
        to.Text(alarm.Source);
        to.Byte((byte)alarm.Class);
        to.Count(alarm.Severity);
        to.Byte((byte)((alarm.IsActive ? 1 : 0) | (alarm.IsAcked ? 2 : 0) | (alarm.NeedsAck ? 4 : 0)));
        to.Signed(alarm.Time.UtcTicks);
        to.Signed(alarm.AckTime?.UtcTicks ?? 0);
        to.Count(alarm.Texts.Length);
        foreach (var text in alarm.Texts)
        {
            to.Text(text.Locale);
            to.Text(text.Text);
            to.Text(text.Info);
            Write(to, text.Additional);
        }
        Write(to, alarm.Values);
        to.Unsigned(alarm.Sequence);
    }

    private static CpuAlarm ReadAlarm(ref WireReader from)
    {
        var alarm = new CpuAlarm
        {
            Id = from.Fixed64(),
            Name = from.Text(),
            Source = from.Text(),
            Class = (CpuAlarmClass)from.Byte(),
            Severity = (int)from.Unsigned(),
        };
        if (!Enum.IsDefined(alarm.Class))
            throw new InvalidDataException($"An alarm of a CPU has an unknown class, {(byte)alarm.Class}.");
        var flags = from.Byte();
        var (time, acked) = (TimeOf(from.Signed()), from.Signed());
        var texts = new CpuAlarmText[from.Count(4)];
        for (var i = 0; i < texts.Length; i++)
            texts[i] = new CpuAlarmText(from.Text(), from.Text(), from.Text(), ReadTexts(ref from));
        return alarm with
        {
            IsActive = (flags & 1) != 0,
            IsAcked = (flags & 2) != 0,
            NeedsAck = (flags & 4) != 0,
            Time = time,
            AckTime = acked == 0 ? null : TimeOf(acked),
            Texts = ImmutableArray.Create(texts),
            Values = ReadTexts(ref from),
            Sequence = (uint)from.Unsigned(),
        };
    }

    private static void Write(WireWriter to, ImmutableArray<string> texts)
    {
        to.Count(texts.Length);
        foreach (var text in texts)
            to.Text(text);
    }

    private static ImmutableArray<string> ReadTexts(ref WireReader from)
    {
        var texts = new string[from.Count()];
        for (var i = 0; i < texts.Length; i++)
            texts[i] = from.Text();
        return ImmutableArray.Create(texts);
    }

    private static DateTimeOffset TimeOf(long ticks) =>
        ticks >= 0 && ticks <= DateTimeOffset.MaxValue.Ticks
            ? new DateTimeOffset(ticks, TimeSpan.Zero)
            : throw new InvalidDataException("A message of another node has a time that does not exist.");
}
