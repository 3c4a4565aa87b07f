using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using S7OpcBridge.Import;
using S7OpcBridge.Web.Commission;

namespace S7OpcBridge.Web.Tests;

/// <summary>Tags to choose from: of files that somebody drops, whatever they are, and of CPUs.</summary>
[CancelAfter(60_000)]
public sealed class OfferTests
{
    private const string Kepware = """
        {"project":{"channels":[{"common.ALLTYPES_NAME":"Siemens","servermain.MULTIPLE_TYPES_DEVICE_DRIVER":"Siemens TCP/IP Ethernet","devices":[
          {"common.ALLTYPES_NAME":"Hall <b>","servermain.DEVICE_MODEL":4,"servermain.DEVICE_ID_STRING":"10.0.0.5","tags":[
            {"common.ALLTYPES_NAME":"Speed","common.ALLTYPES_DESCRIPTION":"of the motor","servermain.TAG_ADDRESS":"DB10,REAL4",
             "servermain.TAG_DATA_TYPE":8,"servermain.TAG_READ_WRITE_ACCESS":1,"servermain.TAG_SCAN_RATE_MILLISECONDS":200},
            {"common.ALLTYPES_NAME":"Wrong","servermain.TAG_ADDRESS":"XYZ","servermain.TAG_DATA_TYPE":8,"servermain.TAG_READ_WRITE_ACCESS":0,
             "servermain.TAG_SCAN_RATE_MILLISECONDS":200}]}]}]}}
        """;

    private readonly ActionRig _rig = new(ActionRig.WithUsers());

    [Test]
    public async Task A_dropped_project_becomes_tags_by_the_keys_of_the_map()
    {
        var answer = await ImportAsync(("C:\\plant\\..\\..\\hall.json", Encoding.UTF8.GetBytes(Kepware)));
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        var offer = JsonNode.Parse(answer.Text)!;
        var plc = offer["plcs"]![0]!;
        Assert.Multiple(() =>
        {
            Assert.That(plc["name"]!.GetValue<string>(), Is.EqualTo("Hall <b>"));
            Assert.That(plc["keys"]!["host"]!.GetValue<string>(), Is.EqualTo("10.0.0.5"));
            Assert.That(
                plc["tags"]!.ToJsonString(),
                Is.EqualTo("""[{"name":"Speed","address":"DB10.DBD4","type":"Real","access":"readwrite","description":"of the motor"}]""")
            );
            Assert.That(plc["keys"]!["scan"]!.ToJsonString(), Is.EqualTo("""{"normal":"200ms"}"""));
            Assert.That(offer["reasons"]!.ToJsonString(), Does.Contain("hall.json:").And.Not.Contain("plant"));
        });
        Assert.That(_rig.Audit, Is.Empty, "nothing was changed");
    }

    [TestCase("../../../etc/passwd")]
    [TestCase("/etc/passwd")]
    [TestCase("..\\..\\users.yaml")]
    [TestCase("..")]
    [TestCase("")]
    [TestCase("a\0b")]
    [TestCase("con.csv")]
    public async Task A_path_as_a_name_leads_nowhere(string name)
    {
        var answer = await ImportAsync((name, Encoding.UTF8.GetBytes("nothing that anybody knows")));
        Assert.That(answer.Status, Is.EqualTo(200));
        Assert.That(answer.Text, Does.Not.Contain("root:").And.Not.Contain("..").And.Contain("\"failed\""));
    }

    [Test]
    public async Task What_is_in_memory_is_never_looked_for_on_disk()
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-offer-").FullName;
        try
        {
            await File.WriteAllTextAsync(Path.Combine(folder, "hall.json"), Kepware);
            // An archive without a project: on disk a folder of that name would be read file by file.
            var list = ProjectImport.List([(folder, Zip(("readme.txt", 10)))], new ImportOptions(), CancellationToken.None);
            Assert.That((list.Tags, list.Report.HasFailed), Is.EqualTo((0, true)));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Test]
    public async Task An_archive_that_unpacks_to_more_than_is_read_is_refused()
    {
        const int Long = OfferActions.MostUnpacked + (1 << 20);
        var bomb = Zip(("[Content_Types].xml", 100), ("xl/workbook.xml", Long), ("System/PEData.plf", Long), ("x/YDBs/SYMLIST.DBF", Long));
        Assert.That(bomb.Length, Is.LessThan(Long / 20));
        var before = GC.GetTotalAllocatedBytes();
        var answer = await ImportAsync(("bomb.zip", bomb));
        Assert.That(answer.Status, Is.EqualTo(200));
        Assert.That(answer.Text, Does.Contain("\"failed\"").And.Contain(" MB"));
        Assert.That(JsonNode.Parse(answer.Text)!["tags"]!.GetValue<int>(), Is.Zero);
        Assert.That(GC.GetTotalAllocatedBytes() - before, Is.LessThan(6L * OfferActions.MostUnpacked), "it was not unpacked");
    }

    [Test]
    public async Task Too_many_files_or_none_are_refused()
    {
        Assert.That((await ImportAsync()).Status, Is.EqualTo(400));
        Assert.That(
            (await ImportAsync([.. Enumerable.Range(0, 51).Select(static i => ($"{i}", Array.Empty<byte>()))])).Status,
            Is.EqualTo(400)
        );
    }

    [Test]
    public async Task A_cpu_that_tells_nothing_is_a_sentence_and_a_password_goes_only_to_the_cpu_that_was_seen()
    {
        CpuWish? asked = null;
        var rig = new ActionRig(
            ActionRig.WithUsers() with
            {
                Plcs = new PlcCommands
                {
                    BrowseAsync = (wish, _) =>
                    {
                        asked = wish;
                        return Task.FromResult(new CpuAnswer(List: null, "It is switched off. Switch it on."));
                    },
                },
            }
        );
        var (cookie, token) = rig.Begin("ConfigureAdmin");
        var refused = await rig.SendAsync(
            "plcs/browse",
            """{"host":"10.0.0.1","bySymbol":true,"password":"secret"}""",
            cookie,
            token,
            ActionRig.Site
        );
        Assert.That((refused.Status, asked), Is.EqualTo((400, (CpuWish?)null)));
        var answer = await rig.SendAsync(
            "plcs/browse",
            """{"host":"10.0.0.1","bySymbol":true,"password":"secret","certificate":"00"}""",
            cookie,
            token,
            ActionRig.Site
        );
        Assert.That((answer.Status, answer.Text), Is.EqualTo((409, "It is switched off. Switch it on.\n")));
        Assert.That($"{asked}{string.Concat(rig.Audit)}", Does.Not.Contain("secret"));
    }

    private Task<ActionRig.Answer> ImportAsync(params (string Name, byte[] Bytes)[] files)
    {
        var (cookie, token) = _rig.Begin("ConfigureAdmin");
        var body = JsonSerializer.Serialize(
            new ImportBody([.. files.Select(static file => new DroppedFile(file.Name, file.Bytes))]),
            CommissionJson.Default.ImportBody
        );
        return _rig.SendAsync("plcs/import", body, cookie, token, ActionRig.Site);
    }

    private static byte[] Zip(params (string Name, int Length)[] entries)
    {
        using var stream = new MemoryStream();
        using (var archive = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            var zeros = new byte[1 << 16];
            foreach (var (name, length) in entries)
            {
                using var entry = archive.CreateEntry(name, CompressionLevel.Fastest).Open();
                for (var left = length; left > 0; left -= zeros.Length)
                    entry.Write(zeros, 0, Math.Min(left, zeros.Length));
            }
        }
        return stream.ToArray();
    }
}
