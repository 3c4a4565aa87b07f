using FsCheck;
using FsCheck.Fluent;
using static S7OpcBridge.OpcUa.Server.Conditions.Tests.ConditionRig;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>Whatever happens in whatever order: a client that does as the standard says knows the state of all conditions.</summary>
public class ConditionPropertyTests
{
    private const int Many = 6;
    private const uint Start = 2787,
        End = 2788,
        Required = 2789;

    private static readonly Gen<(int Condition, int What)> Steps = Gen.Choose(0, Many - 1)
        .Zip(Gen.Choose(0, 13))
        .Select(pair => (pair.Item1, pair.Item2));

    [FsCheck.NUnit.Property(MaxTest = 150)]
    public Property A_client_that_refreshes_when_it_is_told_to_knows_what_is_retained() =>
        Prop.ForAll(
            Steps.ListOf().Resize(60).ToArbitrary(),
            Gen.Choose(1, 12).ToArbitrary(),
            (steps, queueSize) =>
            {
                using var rig = new ConditionRig([
                    .. Enumerable
                        .Range(0, Many)
                        .Select(i =>
                            Define(
                                $"C{i}",
                                i < 3 ? ConditionKind.OffNormal : ConditionKind.NonExclusiveLevel,
                                ack: i % 2 == 0,
                                confirm: i == 2 || i == 4
                            )
                        ),
                ]);
                var subscription = rig.Listen((uint)queueSize);
                var known = new Dictionary<NodeId, ConditionNote>();
                var ids = new Dictionary<string, string>();
                HashSet<NodeId>? suspect = null;
                foreach (var (condition, what) in steps)
                {
                    Do(rig, condition, what, known);
                    if (what == 13)
                        Take();
                }

                for (var quiet = 0; quiet < 3; )
                    quiet = Take() ? 0 : quiet + 1;
                for (var i = 0; i < Many; i++)
                {
                    var now = rig.Set.Show(i);
                    Assert.That(known.ContainsKey(now.Id), Is.EqualTo(now.Retain), $"{now.Name} is {(now.Retain ? "" : "not ")}retained");
                    if (now.Retain)
                        Assert.That(known[now.Id].States, Is.EqualTo(StatesOf(rig, now)));
                }

                bool Take()
                {
                    var notes = rig.Next();
                    foreach (var note in notes)
                    {
                        switch (note.Type)
                        {
                            case Required:
                                rig.Refresh(subscription);
                                break;
                            case Start:
                                suspect = [.. known.Keys];
                                break;
                            case End:
                                foreach (var gone in suspect!)
                                    known.Remove(gone);
                                suspect = null;
                                break;
                            case Ids.EventQueueOverflowEventType:
                                break;
                            default:
                                var text = $"{note.ConditionId} {note.States} {note["Comment"].Reference} {note["Severity"].Bits}";
                                if (!ids.TryAdd(Convert.ToHexString(note.EventId), text))
                                    Assert.That(
                                        text,
                                        Is.EqualTo(ids[Convert.ToHexString(note.EventId)]),
                                        "the same EventId, the same event"
                                    );
                                suspect?.Remove(note.ConditionId);
                                if (note.Retain)
                                    known[note.ConditionId] = note;
                                else
                                    known.Remove(note.ConditionId);
                                break;
                        }
                    }

                    return notes.Length > 0;
                }
            }
        );

    private static string StatesOf(ConditionRig rig, ConditionView now) =>
        string.Concat(new[] { "ActiveState/Id", "AckedState/Id" }.Select(path => rig.Read(now.Name, path).Value.Bits != 0 ? "T" : "F"))
        + (
            now.Name is "C2" or "C4"
                ? rig.Read(now.Name, "ConfirmedState/Id").Value.Bits != 0
                    ? "T"
                    : "F"
                : "-"
        )
        + "T";

    private static void Do(ConditionRig rig, int condition, int what, Dictionary<NodeId, ConditionNote> known)
    {
        var name = $"C{condition}";
        var eventId = known.TryGetValue(IdOf(name), out var last) ? last.EventId : [];
        switch (what)
        {
            case 0 or 1 or 2:
                rig.Report(
                    condition,
                    ConditionStates.Active | (condition < 3 ? 0 : ConditionStates.High),
                    severity: (ushort)(100 * (what + 1))
                );
                break;
            case 3 when condition >= 3:
                rig.Report(condition, ConditionStates.Active | ConditionStates.High | ConditionStates.HighHigh);
                break;
            case 4 or 5:
                rig.Report(condition, ConditionStates.Inactive);
                break;
            case 6:
                rig.Call(name, Acknowledge, With(eventId, "seen"));
                break;
            case 7:
                rig.Call(name, Confirm, With(eventId, "done"));
                break;
            case 8:
                rig.Call(name, AddComment, With(eventId, $"comment {what}"));
                break;
            case 9:
                rig.Call(name, condition % 2 == 0 ? Disable : Enable);
                break;
            case 10:
                rig.Call(name, Enable);
                break;
            case 11:
                rig.Call(name, OneShotShelve);
                break;
            case 12:
                rig.Set.SetQuality([condition], StatusCodes.BadCommunicationError, 0);
                break;
        }
    }
}
