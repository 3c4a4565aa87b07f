using S7OpcBridge.Alarms;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Tests.Alarms;

/// <summary>The file in which acknowledgements survive a restart.</summary>
public sealed class AlarmStateFileTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-alarms-").FullName;

    [TearDown]
    public void DeleteFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void What_is_stored_comes_back()
    {
        var record = new ConditionRecord
        {
            States = ConditionStates.Active | ConditionStates.High,
            Severity = 800,
            IsEnabled = false,
            IsAcked = false,
            IsConfirmed = false,
            EventNumber = long.MaxValue,
            LimitTimes = new LimitTimes(0, 17, 0, 0),
            Message = [new LocalizedText("Stand 91", "de"), new LocalizedText("Level 91")],
            Comment = new LocalizedText("gesehen", "de"),
            User = "änna",
            Shelving = ShelvingMode.Timed,
            UnshelveTime = 42,
        };
        var file = new AlarmStateFile(Path.Combine(_folder, "a.json"));
        file.Write(new Dictionary<string, ConditionRecord> { ["Line1/A/_Alarm"] = record, ["Line1/B/_Alarm"] = new() });
        var read = file.Read(out var damaged);
        Assert.That(damaged, Is.Null);
        Assert.That(read["Line1/A/_Alarm"].Message, Is.EqualTo(record.Message));
        Assert.That(read["Line1/A/_Alarm"] with { Message = null }, Is.EqualTo(record with { Message = null }));
        Assert.That(read["Line1/B/_Alarm"], Is.EqualTo(new ConditionRecord()));
    }

    [Test]
    public void Without_a_file_nothing_is_restored() =>
        Assert.That(new AlarmStateFile(Path.Combine(_folder, "a.json")).Read(out _), Is.Empty);

    [TestCase("")]
    [TestCase("{ \"version\": 1, \"alarms\": { \"A\":")]
    [TestCase("[1, 2]")]
    [TestCase("{ \"version\": 1, \"alarms\": { \"A\": null } }")]
    [TestCase("{ \"version\": 1, \"alarms\": { \"A\": {} } }")]
    [TestCase("{ \"version\": 2 }")]
    [TestCase("\0\0\0\0")]
    public void A_damaged_file_is_kept_under_another_name(string content)
    {
        var path = Path.Combine(_folder, "a.json");
        File.WriteAllText(path, content);
        Assert.That(new AlarmStateFile(path).Read(out var damaged), Is.Empty);
        Assert.That(damaged!.Value.Kept, Is.EqualTo(path + ".damaged"));
        Assert.That(File.ReadAllText(damaged.Value.Kept), Is.EqualTo(content));
        Assert.That(File.Exists(path), Is.False);
    }

    [Test]
    public void A_file_of_before_stays_whole_when_the_new_one_cannot_be_written()
    {
        var file = new AlarmStateFile(Path.Combine(_folder, "missing", "a.json"));
        Assert.That(() => file.Write(new Dictionary<string, ConditionRecord>()), Throws.InstanceOf<IOException>());
    }
}
