using System.Text.Json;
using S7OpcBridge.Commands;

namespace S7OpcBridge.Tests.Commands;

public sealed class ImportCommandTests
{
    private const string Head =
        "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,Scaled Data Type,Clamp "
        + "Low,Clamp High,Eng Units,Description,Negate Value\n";

    private string _folder = "";

    [SetUp]
    public void SetUp() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    [TearDown]
    public void TearDown() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task A_source_becomes_a_map_that_validates_and_a_report()
    {
        File.WriteAllText(
            In("tags.csv"),
            $"{Head}\"Motor.Speed\",\"DB1,REAL4\",Float,1,R/W,100,,,,,,,,,rpm,\"\",\n\"Wrong\",\"XYZ\",Float,1,R/W,100,,,,,,,,,,\"\",\n"
        );
        var (code, output, _) = await RunAsync(
            "import",
            In("tags.csv"),
            "-o",
            In("plant.yaml"),
            "--host",
            "10.0.0.5",
            "--plc",
            "Line1",
            "--report",
            In("report.json")
        );
        Assert.That(code, Is.Zero, output);
        Assert.That(output, Does.Contain("1 of 2 tags, 50 %").And.Contain("tags.csv:3 Wrong"));
        Assert.That((await RunAsync("validate", In("plant.yaml"))).Code, Is.Zero);
        using var report = JsonDocument.Parse(File.ReadAllText(In("report.json")));
        Assert.That(report.RootElement.GetProperty("sharePercent").GetDouble(), Is.EqualTo(50));
        Assert.That(report.RootElement.GetProperty("lines")[0].GetProperty("line").GetInt32(), Is.EqualTo(3));
    }

    [Test]
    public async Task A_second_import_shows_the_difference_keeps_what_people_changed_and_writes_when_told()
    {
        File.WriteAllText(
            In("tags.csv"),
            $"{Head}\"A\",\"MW0\",Word,1,RO,100,,,,,,,,,,\"\",\n\"B\",\"MW2\",Word,1,RO,100,,,,,,,,,,\"\",\n"
        );
        await RunAsync("import", In("tags.csv"), "-o", In("plant.yaml"));
        File.WriteAllText(In("plant.yaml"), File.ReadAllText(In("plant.yaml")).Replace("TODO", "10.0.0.9"));
        File.AppendAllText(In("tags.csv"), "\"C\",\"MW4\",Word,1,RO,100,,,,,,,,,,\"\",\n");
        var before = File.ReadAllText(In("plant.yaml"));
        var (_, shown, _) = await RunAsync("import", In("tags.csv"), "-o", In("plant.yaml"));
        Assert.That(shown, Does.Contain("+ C: MW4 Word"));
        Assert.That(File.ReadAllText(In("plant.yaml")), Is.EqualTo(before));
        await RunAsync("import", In("tags.csv"), "-o", In("plant.yaml"), "--write");
        Assert.That(File.ReadAllText(In("plant.yaml")), Does.Contain("host: 10.0.0.9").And.Contain("C: MW4 Word"));
        Assert.That((await RunAsync("validate", In("plant.yaml"))).Code, Is.Zero);
    }

    [Test]
    public async Task A_map_that_a_bridge_does_not_take_is_no_success_and_the_errors_are_named()
    {
        File.WriteAllText(In("tags.csv"), $"{Head}\"A\",\"MW0\",Word,1,RO,100,,,,,,,,,,\"\",\n");
        Assert.That((await RunAsync("import", In("tags.csv"), "-o", In("plant.yaml"))).Code, Is.Zero);
        File.WriteAllText(In("plant.yaml"), File.ReadAllText(In("plant.yaml")).Replace("plcs:", "servr: {}\nplcs:"));
        File.AppendAllText(In("tags.csv"), "\"C\",\"MW4\",Word,1,RO,100,,,,,,,,,,\"\",\n");
        var (code, output, error) = await RunAsync("import", In("tags.csv"), "-o", In("plant.yaml"), "--write");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(error, Does.Contain("plant.yaml:2:1: error: ").And.Contain("servr"));
        Assert.That(output, Does.Not.Contain("Next: "));
    }

    [Test]
    public async Task A_line_of_the_report_counts_all_tags_that_it_stands_for()
    {
        File.WriteAllText(In("a.awl"), "DATA_BLOCK DB 4\nSTRUCT\n A : INT;\n B : INT;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n");
        File.WriteAllText(In("b.awl"), "DATA_BLOCK DB 4\nSTRUCT\n A : REAL;\nEND_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n");
        var (code, output, _) = await RunAsync("import", In("a.awl"), In("b.awl"), "-o", In("plant.yaml"));
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output, Does.Contain("Left out, 2 tags: 'DB4' is declared differently at").And.Contain("0 of 3 tags, 0 %"));
    }

    [Test]
    public async Task An_import_in_which_nothing_is_found_is_no_success()
    {
        File.WriteAllText(In("list.csv"), "Name,Address,Remark\nSpeed,DB1.DBD4,of it\n");
        var (code, output, error) = await RunAsync("import", In("list.csv"), "-o", In("plant.yaml"));
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output, Does.Contain("No tags were found.").And.Not.Contain("100 %"));
        Assert.That(error, Does.Contain("list.csv:1:1: error: ").And.Contain("The nearest is ").And.Contain("tags: [ list.csv ]"));
    }

    [Test]
    public async Task A_map_that_no_import_made_is_not_touched()
    {
        File.WriteAllText(In("tags.csv"), $"{Head}\"A\",\"MW0\",Word,1,RO,100,,,,,,,,,,\"\",\n");
        File.WriteAllText(In("plant.yaml"), "mine");
        var (code, _, error) = await RunAsync("import", In("tags.csv"), "-o", In("plant.yaml"), "--write");
        Assert.That(code, Is.EqualTo(1));
        Assert.That(error, Does.Contain("name another file with -o"));
        Assert.That(File.ReadAllText(In("plant.yaml")), Is.EqualTo("mine"));
    }

    [Test]
    public async Task What_is_of_no_format_or_not_there_is_said()
    {
        File.WriteAllText(In("notes.txt"), "hello");
        var (code, _, error) = await RunAsync("import", In("notes.txt"), In("gone.csv"), "-o", In("plant.yaml"));
        Assert.That(code, Is.EqualTo(1));
        Assert.That(
            error,
            Does.Contain("notes.txt:1:1: error: the format is not known; known are")
                .And.Contain("there is no '")
                .And.Contain("nothing was taken")
        );
        Assert.That(File.Exists(In("plant.yaml")), Is.False);
    }

    private string In(string name) => Path.Combine(_folder, name);

    private static async Task<(int Code, string Output, string Error)> RunAsync(params string[] args)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        var code = await CommandLine.RunAsync(args, output, error, CancellationToken.None);
        return (code, output.ToString(), error.ToString());
    }
}
