using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Tests.Alarms;

/// <summary>What published values do to conditions.</summary>
public sealed class AlarmDetectionTests
{
    private const ConditionStates Inactive = ConditionStates.Inactive,
        Active = ConditionStates.Active;

    [Test]
    public void A_bit_that_comes_and_goes_is_an_alarm_with_the_time_of_the_value()
    {
        using var detector = new Detector(("A", "Bool", [Detector.Bit()]));
        detector.Send((0, false));
        Assert.That((detector.States(), detector.Changes.Count), Is.EqualTo((Inactive, 0)));
        detector.Clock.Advance(TimeSpan.FromSeconds(5));
        detector.Send((0, true));
        Assert.That(detector.States(), Is.EqualTo(Active));
        Assert.That(detector.Show().Record.ActiveTime, Is.EqualTo(UaTime.Now(detector.Clock)));
        Assert.That(detector.Show().Record.IsAcked, Is.False);
        Assert.That(detector.Show().Message!.ToString(), Is.EqualTo("Broken"));
        detector.Send((0, false));
        Assert.That((detector.States(), detector.Show().Retain), Is.EqualTo((Inactive, true)));
    }

    [Test]
    public void A_bit_may_be_normal_when_it_is_set()
    {
        using var detector = new Detector(("A", "Bool", [Detector.Bit(when: false)]));
        detector.Send((0, true));
        Assert.That(detector.States(), Is.EqualTo(Inactive));
        detector.Send((0, false));
        Assert.That(detector.States(), Is.EqualTo(Active));
    }

    [Test]
    public void Bits_of_words_and_of_arrays_are_counted_from_the_lowest_on()
    {
        using var detector = new Detector(
            ("W", "Word", [Detector.Bit(0, "0"), Detector.Bit(15, "15")]),
            ("A", "Word(0..1)", [Detector.Bit(16, "16"), Detector.Bit(31, "31")]),
            ("B", "Byte(0..1)", [Detector.Bit(8, "8"), Detector.Bit(15, "15")])
        );
        detector.Send((0, (ushort)0x0001), (1, new ushort[] { 0xFFFF, 0x8000 }), (2, new byte[] { 0xFF, 0x01 }));
        Assert.That(
            Enumerable.Range(0, 6).Select(detector.States),
            Is.EqualTo(new[] { Active, Inactive, Inactive, Active, Active, Inactive })
        );
        Assert.That(detector.Model.Definitions[3].Id.ToString(), Does.Contain("Line1/A/_Alarm/31"));
    }

    [Test]
    public void Limits_have_a_hysteresis_and_one_state_at_a_time()
    {
        using var detector = new Detector(("L", "Real", [Detector.Level(low: 10, high: 90, highHigh: 95, hysteresis: 2)]));
        Assert.That(
            StatesOf(50, 90, 91, 96, 94, 92.5f, 89, 88, 9, 11, 12),
            Is.EqualTo(
                new[]
                {
                    Inactive,
                    Inactive,
                    Active | ConditionStates.High,
                    Active | ConditionStates.HighHigh,
                    Active | ConditionStates.HighHigh,
                    Active | ConditionStates.High,
                    Active | ConditionStates.High,
                    Inactive,
                    Active | ConditionStates.Low,
                    Active | ConditionStates.Low,
                    Inactive,
                }
            )
        );

        IEnumerable<ConditionStates> StatesOf(params float[] numbers) =>
            numbers
                .Select(number =>
                {
                    detector.Send((0, number));
                    return detector.States();
                })
                .ToArray();
    }

    [Test]
    public void Limits_that_are_not_exclusive_have_a_state_each()
    {
        using var detector = new Detector(("L", "Int", [Detector.Level(high: 90, highHigh: 95, exclusive: false)]));
        detector.Send((0, (short)96));
        Assert.That(detector.States(), Is.EqualTo(Active | ConditionStates.High | ConditionStates.HighHigh));
        Assert.That(detector.Model.Definitions[0].Kind, Is.EqualTo(ConditionKind.NonExclusiveLevel));
    }

    [Test]
    public void A_number_that_is_none_changes_nothing()
    {
        using var detector = new Detector(("L", "Real", [Detector.Level(high: 90)]));
        detector.Send((0, 91f));
        detector.Send((0, float.NaN));
        Assert.That(detector.States(), Is.EqualTo(Active | ConditionStates.High));
    }

    [Test]
    public void A_delay_lets_short_ones_pass_and_a_delay_of_the_end_those_that_chatter()
    {
        using var detector = new Detector(
            ("A", "Bool", [Detector.Bit() with { Delay = TimeSpan.FromSeconds(2), OffDelay = TimeSpan.FromSeconds(1) }])
        );
        detector.Send((0, true));
        detector.Clock.Advance(TimeSpan.FromSeconds(1));
        detector.Send((0, false));
        detector.Clock.Advance(TimeSpan.FromSeconds(10));
        Assert.That((detector.States(), detector.Changes.Count), Is.EqualTo((Inactive, 0)));

        detector.Send((0, true));
        detector.Clock.Advance(TimeSpan.FromSeconds(1.9));
        Assert.That(detector.States(), Is.EqualTo(Inactive));
        detector.Clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.That(detector.States(), Is.EqualTo(Active));

        detector.Send((0, false));
        detector.Clock.Advance(TimeSpan.FromSeconds(0.5));
        detector.Send((0, true));
        detector.Clock.Advance(TimeSpan.FromSeconds(10));
        Assert.That(detector.Changes, Has.Count.EqualTo(1));
        detector.Send((0, false));
        detector.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That((detector.States(), detector.Changes.Count), Is.EqualTo((Inactive, 2)));
    }

    [Test]
    public void A_bit_that_chatters_does_not_fill_the_queue_of_delays()
    {
        using var detector = new Detector(
            ("A", "Bool", [Detector.Bit() with { Delay = TimeSpan.FromHours(24) }]),
            ("B", "Bool", [Detector.Bit() with { Delay = TimeSpan.FromSeconds(1) }])
        );
        detector.Send((1, true));
        for (var i = 0; i < 5000; i++)
            detector.Send((0, i % 2 == 0));
        Assert.That(detector.Detection.Waiting, Is.LessThan(1100));
        detector.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(detector.States(1), Is.EqualTo(Active));
    }

    [Test]
    public void The_loss_of_a_link_changes_the_quality_and_clears_nothing()
    {
        using var detector = new Detector(("A", "Bool", [Detector.Bit()]), ("B", "Bool", [Detector.Bit()]));
        detector.Send((0, true), (1, false));
        detector.Send(TagQuality.LinkDownLastValue, (0, null), (1, null));
        Assert.That(
            (detector.States(), detector.Show().Quality.Value),
            Is.EqualTo((Active, StatusCodes.UncertainNoCommunicationLastUsableValue))
        );
        detector.Send(TagQuality.LinkDown, (0, null), (1, null));
        Assert.That((detector.States(), detector.Show().Quality.Value), Is.EqualTo((Active, StatusCodes.BadNoCommunication)));
        detector.Send((0, null), (1, null));
        Assert.That((detector.States(), detector.Show().Quality.Value), Is.EqualTo((Active, StatusCodes.Good)));
        Assert.That(detector.Changes, Is.EqualTo(new[] { 0, 0, 0, 0 }), "clients know nothing of the second alarm");
    }

    [Test]
    public void A_restored_state_is_not_raised_again_and_the_first_read_decides_anew()
    {
        using var before = new Detector(("A", "Bool", [Detector.Bit()]), ("B", "Bool", [Detector.Bit()]));
        before.Send((0, true), (1, true));
        before.Conditions.Acknowledge(0, "anna", default, 0);
        using var after = new Detector(("A", "Bool", [Detector.Bit()]), ("B", "Bool", [Detector.Bit()]));
        for (var condition = 0; condition < 2; condition++)
            after.Conditions.Restore(condition, before.Conditions.Save(condition)!);
        after.Detection.Adopt(after.Model, _ => null);
        after.Send((0, true), (1, false));
        Assert.That((after.States(0), after.Show(0).Record.IsAcked), Is.EqualTo((Active, true)));
        Assert.That((after.States(1), after.Show(1).Record.IsAcked), Is.EqualTo((Inactive, false)));
    }

    [Test]
    public void Values_of_tags_stand_in_the_message_as_they_were()
    {
        var text = new AlarmText(
            [new LocalText("en", "{0} % of {1}"), new LocalText("de", "{1}: {0} %, {{x}}")],
            [new AlarmField("L", Decimals: 1), new AlarmField("N")]
        );
        using var detector = new Detector(("L", "Real", [Detector.Level(high: 90) with { Text = text }]), ("N", "String[8]", []));
        detector.Send((1, "Tank"));
        detector.Send((0, 91.26f));
        detector.Send((1, "Other"));
        var message = detector.Show().Message!;
        Assert.That(message.In(["de"]).Text, Is.EqualTo("Tank: 91.3 %, {x}"));
        Assert.That(message.In(null).Text, Is.EqualTo("91.3 % of Tank"));
    }

    [Test]
    public void Severity_is_that_of_the_class_or_of_the_alarm()
    {
        using var detector = new Detector(("A", "Bool", [Detector.Bit(), Detector.Bit(0, "own") with { OwnSeverity = 42 }]));
        detector.Send((0, true));
        Assert.That((detector.Show(0).Record.Severity, detector.Show(1).Record.Severity), Is.EqualTo(((ushort)800, (ushort)42)));
    }

    [Test]
    public void Ten_thousand_quiet_alarms_cost_no_memory_per_scan()
    {
        using var detector = new Detector([
            .. Enumerable.Range(0, 10_000).Select(i => ($"A{i}", "Bool", new TagAlarm[] { Detector.Bit() })),
            ("X", "Int", []),
        ]);
        detector.Send([.. Enumerable.Range(0, 10_000).Select(i => (i, (object?)false))]);
        var quiet = new TagBatch();
        for (var i = 0; i < 100; i++)
            quiet.Add(
                new TagSample(
                    i % 2 == 0 ? 10_000 : i,
                    new TagValue(i % 2 == 0 ? TagValueKind.Int16 : TagValueKind.Boolean, 0),
                    TagQuality.Good,
                    1
                )
            );
        detector.Detection.Evaluate(quiet);
        // The runtime may allocate once on this thread, such as for a lock that a timer holds on a busy machine; a scan that allocates does so each time.
        var least = long.MaxValue;
        for (var round = 0; round < 3; round++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < 1000; i++)
                detector.Detection.Evaluate(quiet);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.That(least, Is.Zero);
        Assert.That(detector.Changes, Is.Empty);
    }
}
