using S7OpcBridge.Core;

namespace S7OpcBridge.Import.Tests.Kepware;

public sealed class KepwareDeviceTests
{
    [Test]
    public void A_little_endian_device_turns_the_bytes_of_its_numbers()
    {
        var text = KepwareJsonTests.Project.Replace(
            "\"servermain.DEVICE_MODEL\": 4,",
            "\"servermain.DEVICE_MODEL\": 4, \"siemens_tcpip_ethernet.DEVICE_ADDRESSING_BYTE_ORDER\": 1,"
        );
        text = text.Replace(
            "\"tag_groups\": [",
            """
            "tag_groups": [ { "common.ALLTYPES_NAME": "More", "tags": [
              { "common.ALLTYPES_NAME": "Long", "servermain.TAG_ADDRESS": "DB1,DINT20", "servermain.TAG_DATA_TYPE": 6 },
              { "common.ALLTYPES_NAME": "Text", "servermain.TAG_ADDRESS": "DB1,STRING30.8", "servermain.TAG_DATA_TYPE": 0 } ] },
            """
        );
        var map = ImportedMap.Of("kep.json", text, new ImportOptions());
        Assert.That(map["Motor/Speed"].Details!.Swap, Is.EqualTo(TagSwap.Byte));
        Assert.That(map["More/Long"].Details!.Swap, Is.EqualTo(TagSwap.Both));
        Assert.That(map["More/Text"].Details?.Swap ?? TagSwap.None, Is.EqualTo(TagSwap.None));
        Assert.That(map["Run"].Details?.Swap ?? TagSwap.None, Is.EqualTo(TagSwap.None));
    }

    [TestCase("F10.3", "Boolean", "M10.3 Bool")]
    [TestCase("FX10.3", "Boolean", "M10.3 Bool")]
    [TestCase("FW20", "Word", "MW20 Word")]
    [TestCase("FINT20", "Short", "MW20 Int")]
    [TestCase("FREAL20", "Float", "MD20 Real")]
    [TestCase("EB3", "Byte", "IB3 Byte")]
    [TestCase("AX3.1", "Boolean", "Q3.1 Bool")]
    [TestCase("Z3", "Word", "C3 Counter")]
    public void Flags_and_German_areas_are_read(string address, string type, string expected) =>
        Assert.That(
            ImportedMap.Of("tags.csv", $"{KepwareCsvTests.Head}\"Tag\",\"{address}\",{type},1,RO,100,,,,,,,,,,\"\",\n").Place("Tag"),
            Is.EqualTo(expected)
        );
}
