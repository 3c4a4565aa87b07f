namespace S7OpcBridge.Import.Tests.Gateways;

/// <summary>Programs of other languages, lists made by hand, and flows as people have them.</summary>
public sealed class ScriptTests
{
    [Test]
    public void A_script_with_a_function_is_a_nodeS7_list_and_no_S7_source()
    {
        var map = ImportedMap.Of(
            "tags.js",
            "const nodes7 = require('nodes7');\nconst variables = {\n  run: 'DB1,X0.0',\n  speed: 'DB1,REAL4',\n  name: 'DB1,S10.20'\n};\n"
                + "function connected(err) {\n  conn.setTranslationCB(tag => variables[tag]);\n}\n"
        );
        Assert.That(map.Result.Report.Sources.Single().Format, Is.EqualTo("nodeS7 list"));
        Assert.That(
            map.Tags.Select(tag => $"{tag.Name} {tag.Address}"),
            Is.EqualTo(new[] { "run DB1.DBX0.0", "speed DB1.DBD4", "name DB1.DBB10" })
        );
    }

    [Test]
    public void What_a_script_comments_out_is_no_tag()
    {
        var map = ImportedMap.Of(
            "dq.js",
            """
            var variables = {
              TEST0: "DB1,INT0",
              "quoted-name": "DB1,REAL300",
              /* old: "DB1,INT90",
                 older: "DB1,INT91", */
              // gone: "DB1,INT92",
              url: "http://plc", a: 'DB3,X0.0', b: 'DB3,INT2', // c: 'DB3,INT4'
              many: "DB2,BYTE0.100"
            };
            """
        );
        Assert.That(map.Tags.Select(tag => tag.Name), Is.EqualTo(new[] { "TEST0", "quoted-name", "a", "b", "many" }));
        Assert.That(map.Result.Report.LeftOut, Is.Zero);
    }

    [TestCase("app.js", "function main() {\n  return 1;\n}\n")]
    [TestCase("App.jsx", "export default App;\nfunction App() {\n  return <p/>;\n}\n")]
    [TestCase("Form.vb", "Module A\nFunction Add(a As Integer) As Integer\nEnd Function\nType Point\nEnd Type\nEnd Module\n")]
    [TestCase("a.go", "type Point struct {\n}\n")]
    [TestCase("a.sh", "function main {\n echo\n}\n")]
    public void Files_of_other_languages_are_of_no_format(string name, string text)
    {
        var map = ImportedMap.Of(name, text);
        Assert.That(map.Lines.Single(), Does.StartWith($"Failed {name}:1 : the format is not known"));
    }

    [Test]
    public void A_folder_with_files_of_other_languages_passes_them_over()
    {
        var map = ImportedMap.OfFolder(
            null,
            ("src/App.jsx", "function App() {\n}\n"u8.ToArray()),
            ("DB5.awl", "DATA_BLOCK DB 5\nSTRUCT\n A : INT;\nEND_STRUCT ;\nBEGIN\nEND_DATA_BLOCK\n"u8.ToArray())
        );
        Assert.That(map.Tags, Has.Count.EqualTo(1));
        Assert.That(map.Result.Report.Sources, Has.Count.EqualTo(1));
        Assert.That(map.Lines.Single(), Does.Contain("1 files of no known format were passed over"));
    }

    [Test]
    public void An_older_Kepware_project_is_told_by_its_name()
    {
        var map = ImportedMap.Of(null, ("old.opf", [0x11, 0x22, 0, 0, 5, 0, 0, 0]));
        Assert.That(map.Lines.Single(), Does.StartWith("Failed old.opf:1 : this is a Kepware project in its binary form"));
    }

    [Test]
    public void A_disabled_endpoint_is_a_disabled_PLC_and_a_disabled_node_writes_nothing()
    {
        var map = ImportedMap.Of(
            "flow.json",
            """
            [ { "id": "b", "type": "s7 endpoint", "address": "192.0.2.6", "name": "Press", "d": true,
                "vartable": [ { "addr": "DB1,INT2", "name": "count" }, { "addr": "DB1,INT4", "name": "a/b" }, { "addr": "DB1,INT6", "name": "c" } ] },
              { "id": "o", "type": "s7 out", "endpoint": "b", "variable": "count", "d": true },
              { "id": "p", "type": "s7 out", "endpoint": "b", "variable": "a/b" } ]
            """,
            new ImportOptions()
        );
        Assert.That(map.Text, Does.Contain("enabled: false"));
        Assert.That(map.Lines.Single(), Does.Contain("the endpoint 'Press' is disabled in the flow"));
        Assert.That(map.Tags.Select(tag => $"{tag.Name} {tag.Access}"), Is.EqualTo(new[] { "count Read", "a/b ReadWrite", "c Read" }));
    }

    [Test]
    public void A_list_made_by_hand_is_told_the_nearest_format_and_its_way_into_a_map()
    {
        var map = ImportedMap.Of("list.csv", "Name,Address,Remark\nSpeed,DB1.DBD4,of it\n");
        Assert.That(map.Result.Files, Is.Empty);
        Assert.That(
            map.Lines.Single(),
            Does.Contain("The nearest is Node-RED s7-suite CSV, and of its columns Data Type, Comment are missing")
                .And.Contain("tags: [ list.csv ]")
        );
        Assert.That(map.Result.Report.Share, Is.Zero);
    }

    [Test]
    public void A_source_of_a_known_format_without_tags_is_an_error()
    {
        var map = ImportedMap.Of("only.udt", "TYPE \"T\"\nSTRUCT\n A : Int;\nEND_STRUCT;\nEND_TYPE\n");
        Assert.That(map.Result.Report.HasFailed);
        Assert.That(
            map.Lines.Single(),
            Does.StartWith("Failed only.udt:1 : it was read as TIA Portal or STEP 7 source text, and no tags were found")
        );
        var one = ImportedMap.Of("vars.csv", "DB1,X0.1;Run\n", new ImportOptions { Host = "10.0.0.1", Only = "Motor/*" });
        Assert.That(one.Lines.Single(), Does.Contain("no tag matches --only 'Motor/*'"));
    }
}
