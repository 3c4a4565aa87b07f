using S7OpcBridge.Core;

namespace S7OpcBridge.Import.Tests.Gateways;

public sealed class GatewayTests
{
    [Test]
    public void A_Node_RED_flow_gives_the_PLC_its_rate_and_what_may_be_written()
    {
        var map = ImportedMap.Of("flows.json", Fixtures.NodeRed, new ImportOptions());
        Assert.That(map.Text, Does.Contain("host: 192.168.0.20").And.Contain("slot: 1").And.Contain("name: Press"));
        Assert.That(map.Place("Motor/Speed"), Is.EqualTo("DB1.DBD4 Real"));
        Assert.That(map["Motor/Speed"].Access, Is.EqualTo(TagAccess.Read));
        Assert.That(map["Setpoint"].Access, Is.EqualTo(TagAccess.ReadWrite));
        Assert.That(map["Swapped"].Details!.Swap, Is.EqualTo(TagSwap.Both));
        Assert.That(map["Stamp"].Details!.TimeZone, Is.EqualTo("UTC"));
        Assert.That(map.Place("Values"), Is.EqualTo("DB1.DBW20 Array[0..2] of Int"));
        Assert.That(map.Map!.Tags.ScanGroups[0].Interval, Is.EqualTo(TimeSpan.FromMilliseconds(500)));
        Assert.That(map.Lines, Has.Some.Contains("LeftOut").And.Some.Contains("Wrong"));
        Assert.That(map.Lines, Has.Some.Contains("MPI adapter"));
    }

    [Test]
    public void A_program_of_nodeS7_and_its_CSV_are_read_line_by_line()
    {
        Assert.That(
            ImportedMap.Of("vars.js", "var v = {\n  TEST1: 'MR4',\n  'Test 2': \"DB10,INT6\", // two\n};\n").Place("Test 2"),
            Is.EqualTo("DB10.DBW6 Int")
        );
        Assert.That(ImportedMap.Of("vars.csv", "DB1,X0.1;Run\nMW20;Count\n").Place("Count"), Is.EqualTo("MW20 Word"));
    }

    [Test]
    public void Telegraf_gives_server_metrics_and_fields()
    {
        var map = ImportedMap.Of("telegraf.conf", Fixtures.Telegraf, new ImportOptions());
        Assert.That(map.Text, Does.Contain("host: 10.0.0.7").And.Contain("port: 1102").And.Contain("connection: pg"));
        Assert.That(map.Place("motor/running"), Is.EqualTo("DB1.DBX2.1 Bool"));
        Assert.That(map.Place("motor/name"), Is.EqualTo("DB2.DBB1 String[32]"));
        Assert.That(map.Place("motor/level"), Is.EqualTo("MW10 Word"));
        Assert.That(map.Map!.Tags.ScanGroups[0].Interval, Is.EqualTo(TimeSpan.FromSeconds(10)));
    }

    [Test]
    public void IoBroker_gives_its_instance_and_its_tables()
    {
        var map = ImportedMap.Of("iobroker.json", Fixtures.IoBroker, new ImportOptions());
        Assert.That(map.Place("Recipe/Name"), Is.EqualTo("DB2.DBB4 String[20]"));
        Assert.That(map.Place("Door"), Is.EqualTo("I0.3 Bool"));
        Assert.That(map["Count"].Access, Is.EqualTo(TagAccess.ReadWrite));
        Assert.That(map.Text, Does.Contain("host: 10.0.0.9"));
        var table = ImportedMap.Of(
            "dbs.tsv",
            "Address\tName\tDescription\tType\tLength\tUnit\tRole\tRoom\tpoll\tRW\tWP\nDB2 8.0\tSpeed\tof it\tREAL\t4\trpm\t\t\t1\t0\t0\n"
        );
        Assert.That(table.Place("Speed"), Is.EqualTo("DB2.DBD8 Real"));
        Assert.That(table["Speed"].Details!.Unit, Is.EqualTo("rpm"));
    }

    [TestCase("DB1.DBW10.3", "BIT", "DB1.DBX10.3 Bool")]
    [TestCase("DB1.DBW10", "FLOAT", "DB1.DBD10 Real")]
    [TestCase("DB1.DBW12.20", "STRING", "DB1.DBB12 String[20]")]
    [TestCase("DB1.DBW12.20D", "STRING", "DB1.DBB12 WString[20]")]
    [TestCase("F20", "INT16", "MW20 Int")]
    [TestCase("I0.2", "BIT", "I0.2 Bool")]
    [TestCase("O3", "UINT8", "QB3 USInt")]
    [TestCase("T5", "UINT16", "T5 Timer")]
    public void Neuron_takes_the_width_from_the_type(string address, string type, string expected)
    {
        var csv = ImportedMap.Of(
            "neuron.csv",
            $"group,name,address,attribute,type,description,decimal\ng1,Tag,{address},Read Write,{type},text,\n"
        );
        Assert.That(csv.Place("g1/Tag"), Is.EqualTo(expected));
    }

    [Test]
    public void Neuron_JSON_gives_host_rate_access_and_factor()
    {
        var map = ImportedMap.Of("neuron.json", Fixtures.Neuron, new ImportOptions());
        Assert.That(map["fast/Speed"].Details!.Scale, Is.EqualTo(new TagScale(0, 1, 0, 0.1)));
        Assert.That(map["fast/Speed"].Access, Is.EqualTo(TagAccess.ReadWrite));
        Assert.That(map.Map!.Tags.ScanGroups[0].Interval, Is.EqualTo(TimeSpan.FromMilliseconds(200)));
        Assert.That(map.Text, Does.Contain("host: 10.0.0.11"));
    }

    [Test]
    public void Ignition_fills_the_parameters_of_instances_and_passes_over_memory_tags()
    {
        var map = ImportedMap.Of("tags.json", Fixtures.Ignition);
        Assert.That(map.Place("Area/Pump1/Speed"), Is.EqualTo("DB101.DBD4 Real"));
        Assert.That(map.Place("Area/Pump2/Speed"), Is.EqualTo("DB102.DBD4 Real"));
        Assert.That(map["Area/Level"].Details!.Scale, Is.EqualTo(new TagScale(0, 27648, 0, 100)));
        Assert.That(map["Area/Level"].Details!.Unit, Is.EqualTo("%"));
        Assert.That(map.Result.Report.Skipped, Is.EqualTo(1));
        Assert.That(map.Map!.Tags.Plcs[0].Name, Is.EqualTo("Line1"));
    }

    [Test]
    public void A_Thing_Description_gives_place_type_and_rate()
    {
        var map = ImportedMap.Of("td.json", Fixtures.Thing, new ImportOptions());
        Assert.That(map.Place("speed"), Is.EqualTo("DB6.DBD4 Real"));
        Assert.That(map.Place("run"), Is.EqualTo("DB6.DBX0.3 Bool"));
        Assert.That(map.Place("label"), Is.EqualTo("DB6.DBB10 String[16]"));
        Assert.That(map.Text, Does.Contain("host: 10.0.0.12").And.Contain("slot: 1"));
        Assert.That(map["run"].Access, Is.EqualTo(TagAccess.Read));
    }

    [Test]
    public void ThingsBoard_gives_devices_and_what_may_be_written()
    {
        var map = ImportedMap.Of("s7.json", Fixtures.ThingsBoard, new ImportOptions());
        Assert.That(map.Place("temperature"), Is.EqualTo("DB1.DBD204 Real"));
        Assert.That(map.Place("on"), Is.EqualTo("DB1.DBX0.2 Bool"));
        Assert.That(map["on"].Access, Is.EqualTo(TagAccess.ReadWrite));
    }

    [TestCase("%DB4.DBW0:INT[3]", "DB4.DBW0 Array[0..2] of Int")]
    [TestCase("%DB4:16:SINT", "DB4.DBB16 SInt")]
    [TestCase("%DB4:0.0:BOOL", "DB4.DBX0.0 Bool")]
    [TestCase("%DB4:10:STRING(20)", "DB4.DBB10 String[20]")]
    [TestCase("%DB400.DBX0.0:STRING", "DB400.DBB0 String[254]")]
    [TestCase("%M89:REAL", "MD89 Real")]
    [TestCase("%I66:WORD", "IW66 Word")]
    public void PLC4X_addresses_without_width_or_length_are_read(string address, string expected)
    {
        var yaml =
            "devices:\n  - name: Line1\n    connectionString: s7://10.0.0.5:1102?remote-rack=0&remote-slot=2&controller-type=S7_1500\n    tags:\n      - "
            + $"alias: Tag\n        address: '{address}'\n";
        var map = ImportedMap.Of("config.yml", yaml, new ImportOptions());
        Assert.That(map.Place("Tag"), Is.EqualTo(expected));
        Assert.That(map.Text, Does.Contain("host: 10.0.0.5").And.Contain("slot: 2").And.Contain("profile: s7-1500"));
    }

    [Test]
    public void PLC4X_properties_of_Kafka_are_read()
    {
        var map = ImportedMap.Of(
            "plc4x.properties",
            "sources=m\nsources.m.connectionString=s7://10.0.0.5\njobs.j.interval=100\njobs.j.tags.speed=%DB4.DBD0:REAL\n",
            new ImportOptions()
        );
        Assert.That(map.Place("speed"), Is.EqualTo("DB4.DBD0 Real"));
    }
}
