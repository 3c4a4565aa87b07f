using System.Collections.Immutable;
using S7OpcBridge.Cluster.Alarms;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Tests.Forwarding;

/// <summary>The alarms of CPUs on their way to another node.</summary>
[CancelAfter(30_000)]
public sealed class AlarmLinkTests
{
    private static readonly CpuAlarm Motor = new()
    {
        Id = 0x8A0E_0042_0001_0000,
        Name = "Motor_DB/1",
        Source = "Motor_DB",
        Class = CpuAlarmClass.Maintenance,
        Severity = 745,
        IsActive = true,
        NeedsAck = true,
        Time = new DateTimeOffset(2026, 11, 28, 2, 0, 0, TimeSpan.Zero),
        AckTime = new DateTimeOffset(2026, 11, 28, 2, 1, 0, TimeSpan.Zero),
        Texts = [new("de-DE", "Motor überlastet", "Lüfter prüfen", ["eins", ""])],
        Values = ["7", "Line"],
        Sequence = 9,
    };

    [Test]
    public void A_batch_arrives_as_it_was_sent()
    {
        var sent = Changes(Motor, Motor with { Id = 2, AckTime = null, Texts = [], Values = [], Time = default }) with
        {
            Events = [new CpuEvent(Motor.Time, "Bus fault", true), new CpuEvent(null, "RUN", false)],
        };
        var (plc, batch) = AlarmWire.Read(AlarmWire.Write("Line1", sent), static name => name == "Line1" ? 4 : -1);
        Assert.That((plc, batch.Plc, batch.News, batch.Time), Is.EqualTo(("Line1", 4, CpuAlarmNews.Changes, sent.Time)));
        Assert.That(batch.Events, Is.EqualTo(sent.Events));
        Assert.That(batch.Alarms, Has.Length.EqualTo(2));
        Assert.That(Flat(batch.Alarms[0]), Is.EqualTo(Flat(Motor)));
        Assert.That(Flat(batch.Alarms[1]), Is.EqualTo(Flat(sent.Alarms[1])));
    }

    [Test]
    public void Whatever_another_node_sends_is_a_batch_or_no_message_at_all()
    {
        var bytes = AlarmWire.Write("Line1", Changes(Motor));
        for (var length = 0; length < bytes.Length; length++)
        {
            var cut = bytes[..length];
            Assert.That(() => AlarmWire.Read(cut, static _ => 0), Throws.InstanceOf<InvalidDataException>(), $"{length} bytes");
        }
        var random = new Random(4711);
        for (var round = 0; round < 20_000; round++)
        {
            var broken = (byte[])bytes.Clone();
            broken[random.Next(broken.Length)] = (byte)random.Next(256);
            try
            {
                AlarmWire.Read(broken, static _ => 0);
            }
            catch (InvalidDataException)
            {
                // It says so.
            }
        }
    }

    [Test]
    public async Task Batches_keep_their_order_and_one_that_was_not_taken_is_made_good_by_the_list(CancellationToken cancellationToken)
    {
        var (sent, all) = (new List<CpuAlarmBatch>(), new TaskCompletionSource());
        using var link = new AlarmLink(
            Send,
            static plc => new CpuAlarmBatch(plc, CpuAlarmNews.List, default, [Motor]),
            TimeProvider.System
        );
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        link.Add(Changes(Motor with { Id = 1 }));
        link.Add(Changes(Motor with { Id = 2 }));
        link.Add(Changes(Motor with { Id = 3 }));
        var running = link.RunAsync(stop.Token);
        await all.Task.WaitAsync(cancellationToken);
        Assert.That(
            sent.Select(static batch => $"{batch.News} {batch.Alarms[0].Id:X}"),
            Is.EqualTo(new[] { "Changes 1", "Changes 2", $"List {Motor.Id:X}" }),
            "what waited behind the refused one is in the list"
        );
        await stop.CancelAsync();
        link.Wake();
        await running;

        Task<bool> Send(CpuAlarmBatch batch, CancellationToken token)
        {
            sent.Add(batch);
            if (batch.News == CpuAlarmNews.List)
                all.SetResult();
            return Task.FromResult(batch.News == CpuAlarmNews.List || batch.Alarms[0].Id != 2);
        }
    }

    [Test]
    public async Task A_node_that_takes_nothing_costs_a_bounded_queue_and_then_the_list(CancellationToken cancellationToken)
    {
        var first = new TaskCompletionSource<CpuAlarmBatch>();
        using var link = new AlarmLink(Send, static plc => new CpuAlarmBatch(plc, CpuAlarmNews.List, default, []), TimeProvider.System);
        for (var i = 0; i < 30_000; i++)
            link.Add(Changes(Motor));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var running = link.RunAsync(stop.Token);
        Assert.That((await first.Task.WaitAsync(cancellationToken)).News, Is.EqualTo(CpuAlarmNews.List));
        await stop.CancelAsync();
        link.Wake();
        await running;

        Task<bool> Send(CpuAlarmBatch batch, CancellationToken token)
        {
            first.TrySetResult(batch);
            return Task.FromResult(true);
        }
    }

    private static CpuAlarmBatch Changes(params CpuAlarm[] alarms) =>
        new(0, CpuAlarmNews.Changes, new DateTimeOffset(2026, 11, 28, 3, 0, 0, TimeSpan.Zero), ImmutableArray.Create(alarms));

    // A record compares its lists by reference.
    private static string Flat(CpuAlarm alarm) =>
        $"{alarm with { Texts = [], Values = [] }} {string.Join('|', alarm.Values)} "
        + string.Join(';', alarm.Texts.Select(static text => $"{text.Locale}|{text.Text}|{text.Info}|{string.Join(',', text.Additional)}"));
}
