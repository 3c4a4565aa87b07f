using System.Text.Json.Nodes;
using static S7OpcBridge.Web.Tests.Maps.MapRig;

namespace S7OpcBridge.Web.Tests.Maps;

/// <summary>The password of a PLC goes into a file that the map names, and comes back by no way.</summary>
[CancelAfter(60_000)]
public sealed class PlcPasswordTests
{
    private MapRig _rig = null!;

    [SetUp]
    public void Begin() => _rig = new MapRig();

    [TearDown]
    public void End() => _rig.Dispose();

    [Test]
    public async Task A_password_is_written_for_its_owner_only_and_the_map_that_names_it_loads()
    {
        _rig.Write("map.yaml", PlantText.Replace("s7-1500", "s7-300"));
        Assert.That(await WriteAsync("Line1", "geheim", isSession: true), Is.EqualTo("secrets/Line1.txt"));
        Assert.That((_rig.Read("secrets/Line1.txt"), _rig.Read("secrets/.gitignore")), Is.EqualTo(("geheim\n", "*\n")));
        if (!OperatingSystem.IsWindows())
        {
            Assert.That(File.GetUnixFileMode(_rig.PathOf("secrets/Line1.txt")), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
            Assert.That(
                File.GetUnixFileMode(_rig.PathOf("secrets")),
                Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute)
            );
        }
        (await _rig.PostAsync("map/save", Edits(Set("plcs[Line1]/passwordFile", "secrets/Line1.txt")))).Json();
        Assert.That(_rig.Read("map.yaml"), Does.Contain("passwordFile: secrets/Line1.txt"));
        await WriteAsync("Line1", "anders", isSession: true);
        Assert.That(_rig.Read("secrets/Line1.txt"), Is.EqualTo("anders\n"), "a new one takes its place");

        Assert.That((await _rig.GetAsync("map/text", ("file", _rig.PathOf("secrets/Line1.txt")))).Status, Is.EqualTo(400));
        Assert.That((await _rig.GetAsync("map")).Text, Does.Not.Contain("secrets"));
        Assert.That(_rig.Actions.AuditTexts, Has.None.Contains("geheim").And.None.Contains("anders"));
        Assert.That(_rig.Actions.AuditTexts[0], Is.EqualTo("Written: secrets/Line1.txt with the password of Line1."));
    }

    [Test]
    public async Task A_CPU_by_symbol_has_a_longer_one_and_names_lead_to_no_other_folder_and_no_file_of_another()
    {
        var file = await WriteAsync("../../etc/Line 1", new string('ß', 128), isSession: false);
        Assert.That(file, Does.Match("^secrets/------etc-Line-1[.][0-9a-f]{8}[.]txt$"));
        Assert.That(await WriteAsync("../../etc/Line-1", "other", isSession: false), Is.Not.EqualTo(file));
        (
            await _rig.PostAsync(
                "map/save",
                Edits(
                    Set("plcs[Line1]/protocol", "s7plus"),
                    Set("plcs[Line1]/password", new JsonObject { ["file"] = file, ["user"] = "bridge" }),
                    Set("plcs[Line1]/tags", new JsonArray())
                )
            )
        ).Json();
        Assert.That(_rig.Read("map.yaml"), Does.Contain("user: bridge"));
    }

    [TestCase("Line1", "")]
    [TestCase("Line1", "neunlange")]
    [TestCase("Line1", "a\nb")]
    [TestCase("Line1", "€")]
    [TestCase("", "geheim")]
    public async Task What_the_map_would_refuse_is_not_written_and_not_repeated(string plc, string password)
    {
        var answer = await _rig.PostAsync("plcs/password", BodyOf(plc, password, isSession: true));
        Assert.That(answer.Status, Is.EqualTo(400));
        if (password.Length > 1)
            Assert.That(answer.Text, Does.Not.Contain(password));
        Assert.That(Directory.Exists(_rig.PathOf("secrets")), Is.False);
    }

    [Test]
    public async Task A_read_only_map_gets_no_password_and_no_more_files_than_PLCs_would_need()
    {
        await WriteAsync("Line1", "geheim", isSession: true);
        for (var i = 0; i < 1000; i++)
            _rig.Write($"secrets/{i}.txt", "");
        Assert.That((await _rig.PostAsync("plcs/password", BodyOf("Line2", "geheim", isSession: true))).Status, Is.EqualTo(507));
        Assert.That(await WriteAsync("Line1", "anders", isSession: true), Is.EqualTo("secrets/Line1.txt"));
        _rig.WhyReadOnly = "The map cannot be changed here.";
        Assert.That((await _rig.PostAsync("plcs/password", BodyOf("Line1", "geheim", isSession: true))).Status, Is.EqualTo(403));
    }

    private async Task<string?> WriteAsync(string plc, string password, bool isSession) =>
        (await _rig.PostAsync("plcs/password", BodyOf(plc, password, isSession))).Json().GetProperty("file").GetString();

    private static JsonObject BodyOf(string plc, string password, bool isSession) =>
        new()
        {
            ["plc"] = plc,
            ["password"] = password,
            ["isSession"] = isSession,
        };
}
