using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Conditions.Tests.ConditionRig;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>What clients call on conditions, and what they are answered (OPC 10000-9, 5.5 to 5.8).</summary>
internal sealed class ConditionMethodTests
{
    [ConformanceUnit("A & C Acknowledge")]
    [Test]
    public void An_acknowledgement_names_an_event_that_waits_for_one()
    {
        using var rig = new ConditionRig(Define("Overload"), Define("Other"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        rig.Report(1, ConditionStates.Active);
        var (overload, other) = (rig.Next() is [var first, var second]) ? (first, second) : throw new InvalidOperationException();
        Assert.That(rig.Call("Overload", Acknowledge, With(other.EventId)), Is.EqualTo("BadEventIdUnknown"));
        Assert.That(rig.Call("Overload", Acknowledge, With([1, 2, 3])), Is.EqualTo("BadEventIdUnknown"));
        Assert.That(rig.Call("Overload", Acknowledge, With(null)), Is.EqualTo("BadEventIdUnknown"));
        Assert.That(rig.Call("Overload", Acknowledge, With(overload.EventId, new string('x', 4001))), Is.EqualTo("BadInvalidArgument"));
        Assert.That(rig.Call("Overload", Acknowledge, With(overload.EventId, "seen", "en")), Is.EqualTo("Good"));
        var acked = rig.NextOnly();
        Assert.That(
            (acked.States, acked["Comment"].Reference, acked["ClientUserId"].Reference),
            Is.EqualTo(("TT-T", new LocalizedText("seen", "en"), "anna"))
        );
        Assert.That(acked.EventId, Is.Not.EqualTo(overload.EventId));
        Assert.That(EventRig.TextOf(acked["Message"]), Is.EqualTo("Overload is not normal"), "the message is still that of the alarm");
        Assert.That(rig.Call("Overload", Acknowledge, With(overload.EventId)), Is.EqualTo("BadConditionBranchAlreadyAcked"));
        Assert.That(rig.Call("Overload", Confirm, With(overload.EventId)), Is.EqualTo("BadMethodInvalid"), "nobody has to confirm it");
    }

    [ConformanceUnit("A & C Acknowledge")]
    [Test]
    public void Any_event_since_the_activation_may_be_named_and_none_of_an_earlier_one()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        var earlier = rig.NextOnly();
        rig.Set.Acknowledge(0, "PLC", default, 0);
        Assert.That(rig.NextOnly()["ClientUserId"].Reference, Is.EqualTo("PLC"));
        rig.Report(0, ConditionStates.Inactive);
        rig.Report(0, ConditionStates.Active);
        rig.Report(0, ConditionStates.Active, severity: 900);
        var notes = rig.Next();
        Assert.That(notes, Has.Length.EqualTo(3));
        Assert.That(rig.Call("Overload", AddComment, With(notes[2].EventId, "somebody should look")), Is.EqualTo("Good"));
        Assert.That(rig.Call("Overload", Acknowledge, With(earlier.EventId)), Is.EqualTo("BadEventIdUnknown"));
        Assert.That(rig.Call("Overload", Acknowledge, With(notes[1].EventId)), Is.EqualTo("Good"));
        Assert.That(rig.Next()[^1].States, Is.EqualTo("TT-T"));
    }

    [ConformanceUnit("A & C Comment")]
    [Test]
    public void A_comment_stays_until_another_one_comes_or_an_empty_one_clears_it()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        var active = rig.NextOnly();
        rig.Call("Overload", AddComment, With(active.EventId, "first", "en"));
        rig.Call("Overload", AddComment, With(active.EventId));
        rig.Call("Overload", AddComment, With(active.EventId, "", "en"));
        Assert.That(
            rig.Next().Select(note => ((LocalizedText)note["Comment"].Reference!).Text),
            Is.EqualTo(new[] { "first", "first", "" })
        );
        Assert.That(rig.Call("Overload", AddComment, With([0])), Is.EqualTo("BadEventIdUnknown"));
    }

    [ConformanceUnit("A & C Confirm")]
    [Test]
    public void Only_what_was_acknowledged_can_be_confirmed_and_only_once()
    {
        using var rig = new ConditionRig(Define("Overload", confirm: true));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        var active = rig.NextOnly();
        Assert.That(rig.Call("Overload", Confirm, With(active.EventId)), Is.EqualTo("BadConditionBranchAlreadyConfirmed"));
        rig.Call("Overload", Acknowledge, With(active.EventId));
        Assert.That(rig.Call("Overload", Confirm, With([0])), Is.EqualTo("BadEventIdUnknown"));
        Assert.That(rig.Call("Overload", Confirm, With(active.EventId, "checked")), Is.EqualTo("Good"));
        Assert.That(rig.Call("Overload", Confirm, With(active.EventId)), Is.EqualTo("BadConditionBranchAlreadyConfirmed"));
    }

    [TestCase(Acknowledge)]
    [TestCase(Confirm)]
    [TestCase(AddComment)]
    public void Each_part_of_a_comment_has_a_limit(uint method)
    {
        using var rig = new ConditionRig(Define("Overload", confirm: true));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        var active = rig.NextOnly();
        if (method == Confirm)
            rig.Call("Overload", Acknowledge, With(active.EventId));
        rig.Next();
        foreach (var locale in (string[])[new('x', 36), new('x', 300_000), "e n", "en\n", "-", "en-"])
            Assert.That(rig.Call("Overload", method, With(active.EventId, "seen", locale)), Is.EqualTo("BadInvalidArgument"), locale[..1]);
        Assert.That(rig.Call("Overload", method, With(active.EventId, new string('x', 4001), "en")), Is.EqualTo("BadInvalidArgument"));
        Assert.That(rig.Next(), Is.Empty);
        Assert.That(rig.Call("Overload", method, With(active.EventId, new string('x', 4000), "de-CH-1996")), Is.EqualTo("Good"));
        Assert.That(((LocalizedText)rig.NextOnly()["Comment"].Reference!).Locale, Is.EqualTo("de-CH-1996"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void What_was_kept_and_is_too_long_is_cut_when_it_is_taken_again(bool isRestored)
    {
        using var rig = new ConditionRig(Define("Overload"));
        var kept = new ConditionRecord
        {
            States = ConditionStates.Active,
            Severity = 500,
            EventNumber = 1,
            FirstEventNumber = 1,
            Comment = new LocalizedText(new string('x', 3999) + "😀", new string('l', 300_000)),
            CommentTime = 1,
            User = new string('u', 300_000),
        };
        if (isRestored)
            rig.Set.Restore(0, kept);
        else
            rig.Set.Merge(0, kept);
        var record = rig.Set.Save(0)!;
        Assert.That(
            (record.Comment.Text, record.Comment.Locale),
            Is.EqualTo((new string('x', 3999), (string?)null)),
            "no half character, no locale"
        );
        if (isRestored)
            Assert.That(record.User, Has.Length.EqualTo(256));
    }

    [ConformanceUnit("A & C Exclusive Level")]
    [Test]
    public void The_state_of_the_limits_of_an_alarm_that_is_not_active_is_not_active()
    {
        using var rig = new ConditionRig(Define("Level", ConditionKind.ExclusiveLevel));
        foreach (var path in (string[])["LimitState/CurrentState", "LimitState/CurrentState/Id"])
            Assert.That(StatusCodes.NameOf(rig.Read("Level", path).Status), Is.EqualTo("BadStateNotActive"), path);
        rig.Report(0, ConditionStates.Active | ConditionStates.High);
        Assert.That(StatusCodes.NameOf(rig.Read("Level", "LimitState/CurrentState").Status), Is.EqualTo("Good"));
        rig.Report(0, default);
        Assert.That(StatusCodes.NameOf(rig.Read("Level", "LimitState/CurrentState").Status), Is.EqualTo("BadStateNotActive"));
    }

    [ConformanceUnit("A & C Shelving")]
    [Test]
    public void Timed_shelving_ends_by_itself_and_the_time_left_counts_down()
    {
        using var rig = new ConditionRig(
            Define("Overload") with
            {
                Rules = new ConditionRules { MaxTimeShelved = TimeSpan.FromMinutes(10) },
            }
        );
        rig.Listen();
        Assert.That(rig.Call("Overload", Unshelve), Is.EqualTo("BadConditionNotShelved"));
        Assert.That(rig.Call("Overload", TimedShelve, Variant.From(0.0)), Is.EqualTo("BadShelvingTimeOutOfRange"));
        Assert.That(rig.Call("Overload", TimedShelve, Variant.From(600_001.0)), Is.EqualTo("BadShelvingTimeOutOfRange"));
        Assert.That(rig.Call("Overload", TimedShelve, Variant.From(double.NaN)), Is.EqualTo("BadShelvingTimeOutOfRange"));
        Assert.That(rig.Call("Overload", TimedShelve, Variant.From(60_000.0)), Is.EqualTo("Good"));
        Assert.That(rig.Call("Overload", TimedShelve, Variant.From(60_000.0)), Is.EqualTo("BadConditionAlreadyShelved"));
        var shelved = rig.NextOnly();
        Assert.That(
            (shelved["SuppressedOrShelved"].Bits, shelved["ShelvingState/CurrentState/Id"].Reference),
            Is.EqualTo((1L, (NodeId)2932))
        );
        rig.Clock.Advance(TimeSpan.FromSeconds(9));
        Assert.That(rig.Read("Overload", "ShelvingState/UnshelveTime").Value, Is.EqualTo(Variant.From(50_000.0)));
        Assert.That(rig.Set.Figures.Shelved, Is.EqualTo(1));
        rig.Report(0, ConditionStates.Active);
        Assert.That(rig.NextOnly().States, Is.EqualTo("TF-T"), "a shelved condition goes on telling its state");
        rig.Clock.Advance(TimeSpan.FromSeconds(50));
        var back = rig.NextOnly();
        Assert.That((back["SuppressedOrShelved"].Bits, back["ShelvingState/CurrentState/Id"].Reference), Is.EqualTo((0L, (NodeId)2930)));
        Assert.That(rig.Read("Overload", "ShelvingState/UnshelveTime").Value, Is.EqualTo(Variant.From(0.0)));
    }

    [ConformanceUnit("A & C Shelving")]
    [Test]
    public void One_shot_shelving_ends_with_the_activation()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        Assert.That(rig.Call("Overload", OneShotShelve), Is.EqualTo("Good"));
        Assert.That(rig.Call("Overload", OneShotShelve), Is.EqualTo("BadConditionAlreadyShelved"));
        Assert.That(rig.Read("Overload", "ShelvingState/UnshelveTime").Value, Is.EqualTo(Variant.From(double.MaxValue)));
        rig.Report(0, ConditionStates.Inactive);
        Assert.That(rig.Next().Select(note => note["SuppressedOrShelved"].Bits), Is.EqualTo(new[] { 0L, 1L, 0L }));
        Assert.That(rig.Call("Overload", OneShotShelve), Is.EqualTo("Good"));
        Assert.That(rig.Call(new NodeId(2, "Motor/Overload/ShelvingState"), Unshelve), Is.EqualTo("Good"), "on the state machine");
        Assert.That(rig.Call("Overload", Unshelve), Is.EqualTo("BadConditionNotShelved"));
    }

    [Test]
    public void A_shelving_that_was_restored_ends_in_its_time()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Call("Overload", TimedShelve, Variant.From(60_000.0));
        var record = rig.Set.Save(0)!;
        using var after = new ConditionRig(Define("Overload"));
        after.Listen();
        after.Set.Restore(0, record);
        after.Clock.Advance(TimeSpan.FromSeconds(61));
        Assert.That(after.NextOnly()["SuppressedOrShelved"].Bits, Is.Zero);
    }

    [ConformanceUnit("A & C Instances")]
    [Test]
    public void Methods_are_called_by_the_ids_of_the_instance_or_of_the_type()
    {
        using var rig = new ConditionRig(Define("Overload"), Define("Other"));
        Assert.Multiple(() =>
        {
            Assert.That(rig.Call(IdOf("Overload"), new NodeId(2, "Motor/Overload/Disable")), Is.EqualTo("Good"));
            Assert.That(rig.Call("Overload", Enable), Is.EqualTo("Good"));
            Assert.That(rig.Call(IdOf("Overload"), new NodeId(2, "Motor/Other/Disable")), Is.EqualTo("BadMethodInvalid"));
            Assert.That(rig.Call(IdOf("Nothing"), Enable), Is.EqualTo("BadNodeIdUnknown"));
            Assert.That(rig.Call(PlantNodes.Id("Motor"), Enable), Is.EqualTo("BadMethodInvalid"));
            Assert.That(rig.Call(new NodeId(0, 2881), Acknowledge, With([0])), Is.EqualTo("BadNodeIdInvalid"));
            Assert.That(rig.Call(new NodeId(2, "Motor/Overload/ShelvingState"), Enable), Is.EqualTo("BadMethodInvalid"));
            Assert.That(
                rig.Call(IdOf("Overload"), new NodeId(2, "Motor/Overload/ShelvingState/TimedShelve"), Variant.From(1000.0)),
                Is.EqualTo("Good")
            );
            Assert.That(rig.Call("Overload", Acknowledge), Is.EqualTo("BadArgumentsMissing"));
            Assert.That(rig.Call("Overload", Enable, Variant.From(1)), Is.EqualTo("BadTooManyArguments"));
            Assert.That(rig.Call("Overload", Acknowledge, Variant.From(1), Variant.From("x")), Is.EqualTo("BadInvalidArgument"));
            var comment = Variant.From(new LocalizedText("x", "en"));
            Assert.That(
                rig.Call("Overload", Acknowledge, Variant.FromArray(BuiltInType.Int32, (int[])[1, 2]), comment),
                Is.EqualTo("BadInvalidArgument")
            );
            var ids = Variant.FromArray(
                BuiltInType.ByteString,
                (byte[][])
                    [
                        [1],
                        [2],
                    ]
            );
            Assert.That(rig.Call("Overload", Acknowledge, ids, comment), Is.EqualTo("BadInvalidArgument"));
            Assert.That(rig.Call("Overload", Acknowledge, default, default), Is.EqualTo("BadEventIdUnknown"));
        });
    }

    [Test]
    public async Task The_application_decides_about_an_acknowledgement_and_may_give_it_later()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        var active = rig.NextOnly();
        var asked = new List<ConditionRequest>();
        StatusCode answer = StatusCodes.BadNoCommunication;
        rig.Set.Handler = async (request, _) =>
        {
            await Task.CompletedTask;
            asked.Add(request);
            return answer;
        };
        Assert.That(rig.Call("Overload", Acknowledge, With([7])), Is.EqualTo("BadEventIdUnknown"));
        Assert.That(asked, Is.Empty);
        Assert.That(rig.Call("Overload", Acknowledge, With(active.EventId)), Is.EqualTo("BadNoCommunication"));
        answer = StatusCodes.GoodCompletesAsynchronously;
        Assert.That(rig.Call("Overload", Acknowledge, With(active.EventId, "going")), Is.EqualTo("Good"));
        Assert.That(rig.Next(), Is.Empty, "the PLC has not answered");
        Assert.That(rig.Set.Acknowledge(0, asked[^1].Caller.User, asked[^1].Comment, 0), Is.True);
        Assert.That((rig.NextOnly() is var acked ? acked.States : "", acked["ClientUserId"].Reference), Is.EqualTo(("TT-T", "anna")));
        Assert.That(rig.Set.Acknowledge(0, null, default, 0), Is.False);
    }
}
