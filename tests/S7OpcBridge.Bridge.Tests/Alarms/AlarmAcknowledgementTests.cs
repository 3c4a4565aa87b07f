using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge.Alarms;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Tests.Alarms;

/// <summary>Acknowledgement to the PLC and from it.</summary>
public sealed class AlarmAcknowledgementTests
{
    private const int Alarm = 0,
        Write = 1,
        Echo = 2;

    [Test]
    public async Task A_client_is_answered_when_the_PLC_has_the_bit_and_the_alarm_is_acknowledged_when_the_PLC_answers()
    {
        using var plant = new Plant(writeTag: "Write", echoTag: "Echo");
        plant.Detector.Send((Echo, false), (Alarm, true));
        Assert.That(await plant.AskAsync("seen"), Is.EqualTo("GoodCompletesAsynchronously"));
        Assert.That(plant.Writes, Is.EqualTo(new[] { (Write, true) }));
        Assert.That(plant.Detector.Show().Record.IsAcked, Is.False);
        plant.Detector.Send((Echo, true));
        var record = plant.Detector.Show().Record;
        Assert.That((record.IsAcked, record.Comment.Text, record.User), Is.EqualTo((true, "seen", "anna")));
    }

    [Test]
    public async Task Without_an_answering_bit_the_write_is_enough()
    {
        using var plant = new Plant(writeTag: "Write", echoTag: null);
        plant.Detector.Send((Alarm, true));
        Assert.That(await plant.AskAsync("seen"), Is.EqualTo("Good"));
        Assert.That(plant.Writes, Is.EqualTo(new[] { (Write, true) }));
    }

    [Test]
    public async Task A_PLC_that_does_not_take_the_bit_refuses_the_acknowledgement()
    {
        using var plant = new Plant(writeTag: "Write", echoTag: "Echo") { Answer = TagWriteResult.NoCommunication };
        plant.Detector.Send((Echo, false), (Alarm, true));
        Assert.That(await plant.AskAsync("seen"), Is.EqualTo("BadNoCommunication"));
        plant.Detector.Send((Echo, true));
        Assert.That(plant.Detector.Show().Record.Comment.Text, Is.Null, "the PLC acknowledged by itself");
        Assert.That(plant.Detector.Show().Record.IsAcked);
    }

    [Test]
    public async Task An_answering_bit_that_is_set_already_can_not_answer()
    {
        using var plant = new Plant(writeTag: "Write", echoTag: "Echo");
        plant.Detector.Send((Echo, true), (Alarm, true));
        Assert.That(plant.Detector.Show().Record.IsAcked, Is.False, "it was set before the alarm");
        Assert.That(await plant.AskAsync("seen"), Is.EqualTo("Good"));
    }

    [Test]
    public void A_new_alarm_resets_the_bit()
    {
        using var plant = new Plant(writeTag: "Write", echoTag: "Write");
        plant.Detector.Send((Write, true), (Alarm, false));
        plant.Detector.Send((Alarm, true));
        Assert.That(() => plant.Writes, Is.EqualTo(new[] { (Write, false) }).After(5000, 10));
    }

    [Test]
    public async Task A_node_that_does_not_read_the_PLC_resets_nothing_but_passes_on_what_its_clients_acknowledge()
    {
        using var plant = new Plant(writeTag: "Write", echoTag: "Echo", owns: false);
        plant.Detector.Send((Write, true), (Echo, false), (Alarm, true));
        Assert.That(await plant.AskAsync("seen"), Is.EqualTo("GoodCompletesAsynchronously"));
        Assert.That(plant.Writes, Is.EqualTo(new[] { (Write, true) }));
        plant.Detector.Send((Echo, true));
        Assert.That(plant.Detector.Show().Record.IsAcked);
    }

    [Test]
    public async Task Comments_and_alarms_without_bits_concern_no_PLC()
    {
        using var plant = new Plant(writeTag: null, echoTag: null);
        plant.Detector.Send((Alarm, true));
        Assert.That(await plant.AskAsync("seen"), Is.EqualTo("Good"));
        Assert.That(await plant.AskAsync("note", ConditionAction.AddComment), Is.EqualTo("Good"));
        Assert.That(plant.Writes, Is.Empty);
    }

    private sealed class Plant : ITagWriter, IDisposable
    {
        private readonly AlarmAcknowledgement _acknowledgement;

        public Plant(string? writeTag, string? echoTag, bool owns = true)
        {
            var alarm = Detector.Bit() with { AcknowledgeTag = writeTag, EchoTag = echoTag };
            Detector = new Detector(("Alarm", "Bool", [alarm]), ("Write", "Bool", []), ("Echo", "Bool", [])) { IsForwarded = !owns };
            _acknowledgement = new AlarmAcknowledgement(
                Detector.Gate,
                Detector.Detection,
                Detector.Conditions,
                this,
                Detector.Read,
                new AlarmLog(NullLogger.Instance, tag => $"{tag}")
            )
            {
                Owns = _ => owns,
            };
        }

        public Detector Detector { get; }

        public List<(int Tag, bool Value)> Writes { get; } = [];

        public TagWriteResult Answer { get; init; } = TagWriteResult.Ok;

        public async Task<string> AskAsync(string comment, ConditionAction action = ConditionAction.Acknowledge)
        {
            var caller = new UaCaller(default, "session", "anna", [], null, null, IsEncrypted: false);
            var status = await _acknowledgement.DecideAsync(
                new ConditionRequest(0, action, caller, new LocalizedText(comment, "en")),
                CancellationToken.None
            );
            return StatusCodes.NameOf(status);
        }

        public ValueTask WriteAsync(ReadOnlyMemory<TagWrite> writes, Memory<TagWriteResult> results, CancellationToken cancellationToken)
        {
            Writes.Add((writes.Span[0].Tag, writes.Span[0].Value.Bits != 0));
            results.Span[0] = Answer;
            return ValueTask.CompletedTask;
        }

        public void Dispose() => Detector.Dispose();
    }
}
