namespace S7OpcBridge.Import.Tests.Kepware;

public sealed class KepwareJsonTests
{
    internal const string Project = """
        // saved by hand
        { "project": { "servermain.PROJECT_TITLE": "", "channels": [
          { "common.ALLTYPES_NAME": "Siemens", "servermain.MULTIPLE_TYPES_DEVICE_DRIVER": "Siemens TCP/IP Ethernet",
            "devices": [ {
              "common.ALLTYPES_NAME": "Mixer", "servermain.DEVICE_MODEL": 4, "servermain.DEVICE_ID_STRING": "10.0.0.5",
              "siemens_tcpip_ethernet.DEVICE_COMMUNICATIONS_PORT_NUMBER": 1102,
              "siemens_tcpip_ethernet.DEVICE_S7_COMMUNICATIONS_CPU_RACK": 0, "siemens_tcpip_ethernet.DEVICE_S7_COMMUNICATIONS_CPU_SLOT": 1,
              "tags": [ { "common.ALLTYPES_NAME": "Run", "servermain.TAG_ADDRESS": "DB1,X0.0", "servermain.TAG_DATA_TYPE": 1, "servermain.TAG_READ_WRITE_ACCESS": 1, "servermain.TAG_SCAN_RATE_MILLISECONDS": 100 } ],
              "tag_groups": [ { "common.ALLTYPES_NAME": "Motor", "tags": [
                { "common.ALLTYPES_NAME": "Speed", "common.ALLTYPES_DESCRIPTION": "of the mixer", "servermain.TAG_ADDRESS": "DB1,INT2", "servermain.TAG_DATA_TYPE": 4, "servermain.TAG_READ_WRITE_ACCESS": 0,
                  "servermain.TAG_SCALING_TYPE": 1, "servermain.TAG_SCALING_RAW_LOW": 0, "servermain.TAG_SCALING_RAW_HIGH": 1000, "servermain.TAG_SCALING_SCALED_LOW": 0, "servermain.TAG_SCALING_SCALED_HIGH": 10.5, "servermain.TAG_SCALING_UNITS": "rpm" },
                { "common.ALLTYPES_NAME": "Values", "servermain.TAG_ADDRESS": "DB1,WORD10[4]", "servermain.TAG_DATA_TYPE": 25 } ] } ] } ] },
          { "common.ALLTYPES_NAME": "Sim", "servermain.MULTIPLE_TYPES_DEVICE_DRIVER": "Simulator", "devices": [ { "tags": [ {}, {} ] } ] },
        ] } }
        """;

    [Test]
    public void Devices_groups_and_tags_arrive_with_address_and_family()
    {
        var map = ImportedMap.Of("kep.json", Project, new ImportOptions());
        Assert.That(map.Place("Motor/Speed"), Is.EqualTo("DB1.DBW2 Int"));
        Assert.That(map.Place("Motor/Values"), Is.EqualTo("DB1.DBW10 Array[0..3] of Word"));
        Assert.That(map["Motor/Speed"].Details!.Scale!.High, Is.EqualTo(10.5));
        Assert.That(map.Map!.Tags.Plcs[0].Name, Is.EqualTo("Mixer"));
        Assert.That(map.Map.Profiles[0], Is.EqualTo("s7-1500"));
        Assert.That(map.Text, Does.Contain("port: 1102").And.Contain("host: 10.0.0.5"));
        Assert.That(map.Lines, Has.Some.Contains("'Sim' with 2 tags is of the driver 'Simulator'"));
    }

    [Test]
    public void Node_ids_can_stay_those_of_Kepware()
    {
        var map = ImportedMap.Of("kep.json", Project, new ImportOptions { KeepNodeIds = true });
        Assert.That(map["Motor/Speed"].Details!.NodeId, Is.EqualTo("Siemens.Mixer.Motor.Speed"));
        Assert.That(map.Text, Does.Contain("{plc}.{dotted}").And.Not.Contain("nodeId:"));
    }

    [Test]
    public void The_binary_project_is_refused_with_what_to_save_instead()
    {
        var map = ImportedMap.Of(null, ("plant.opf", [0x62, 0x98, 0x23, 0x44, 1, 2, 3]));
        Assert.That(
            map.Lines.Single(),
            Does.StartWith("Failed plant.opf:1 : this is a Kepware project in its binary form").And.Contains("save it as JSON")
        );
    }

    [Test]
    public void Broken_JSON_is_told_with_its_line()
    {
        var map = ImportedMap.Of("kep.json", Project[..600]);
        Assert.That(map.Result.Report.HasFailed);
        Assert.That(map.Lines.Single(), Does.Match(@"^Failed kep\.json:\d+ : the JSON is broken"));
    }
}
