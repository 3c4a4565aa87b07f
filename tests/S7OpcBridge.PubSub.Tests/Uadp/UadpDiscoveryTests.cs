using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Tests.Json;
using S7OpcBridge.PubSub.Uadp;
using static S7OpcBridge.PubSub.Tests.Datasets.Sample;

namespace S7OpcBridge.PubSub.Tests.Uadp;

/// <summary>OPC 10000-14, 7.2.4.6, read field by field.</summary>
internal sealed class UadpDiscoveryTests
{
    [Test]
    public void A_status_has_neither_time()
    {
        using var reader = Written((discovery, output) => discovery.WriteStatus(output, "258", PublisherState.Error), announcement: 5);
        Assert.That(reader.ReadUInt16(), Is.EqualTo(2));
        Assert.That(reader.ReadByte(), Is.Zero, "not cyclic");
        Assert.That(reader.ReadInt32(), Is.EqualTo(3));
        Assert.That(reader.IsAtEnd);
    }

    [Test]
    public void Announcements_are_numbered()
    {
        using var discovery = new UadpDiscovery(WrittenJson.Namespaces);
        var numbers = new List<int>();
        for (var i = 0; i < 3; i++)
        {
            var output = new ArrayBufferWriter<byte>();
            discovery.WriteStatus(output, "258", PublisherState.Operational);
            numbers.Add(BitConverter.ToUInt16(output.WrittenSpan[18..]));
        }

        Assert.That(numbers, Is.EqualTo(new[] { 0, 1, 2 }));
    }

    [Test]
    public void Metadata_names_the_fields_and_their_types()
    {
        var dataSet = DataSet(
            Field("Speed", BuiltInType.UInt16) with
            {
                Unit = new FieldUnit("urn:u", 5394509, "rpm", "rounds"),
                Range = new FieldRange(0, 3000),
                States = [new FieldState(2, "Fault")],
            },
            Field("Names", BuiltInType.String) with
            {
                IsArray = true,
                ArrayLength = 3,
                MaxStringLength = 20,
                Description = "Namen",
            }
        ) with
        {
            PublisherId = "258",
        };
        using var reader = Written((discovery, output) => discovery.WriteMetaData(output, dataSet), announcement: 2);
        Assert.That(reader.ReadUInt16(), Is.EqualTo(7));
        Assert.That(Texts(reader), Is.EqualTo(new[] { "urn:plant:edge01", "urn:plant:line1", "urn:a;b%c" }));
        Assert.That(new[] { reader.ReadInt32(), reader.ReadInt32(), reader.ReadInt32() }, Is.All.EqualTo(-1));
        Assert.That(reader.ReadText(), Is.EqualTo("Line1.Motor"));
        Assert.That(reader.ReadByte(), Is.Zero, "no description");
        Assert.That(reader.ReadInt32(), Is.EqualTo(2));

        Assert.That(reader.ReadText(), Is.EqualTo("Speed"));
        Assert.That(reader.ReadByte(), Is.Zero);
        Assert.That(reader.ReadUInt16(), Is.Zero);
        Assert.That(reader.ReadByte(), Is.EqualTo(5));
        Assert.That(reader.ReadBytes(2), Is.EqualTo(new byte[] { 0, 5 }), "i=5");
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1), "no dimensions");
        Assert.That(reader.ReadUInt32(), Is.Zero);
        Assert.That(new Guid(reader.ReadBytes(16)), Is.EqualTo(dataSet.Fields[0].Id));
        Assert.That(reader.ReadInt32(), Is.EqualTo(3), "properties");
        Assert.That(Property(reader, 889), Is.EqualTo("EngineeringUnits"));
        Assert.That(Property(reader, 886), Is.EqualTo("EURange"));
        Assert.That(Property(reader, 8251), Is.EqualTo("EnumValues"));

        Assert.That(reader.ReadText(), Is.EqualTo("Names"));
        Assert.That(reader.ReadByte(), Is.EqualTo(2));
        Assert.That(reader.ReadText(), Is.EqualTo("Namen"));
        Assert.That(reader.ReadUInt16(), Is.Zero);
        Assert.That(reader.ReadByte(), Is.EqualTo(12));
        Assert.That(reader.ReadBytes(2), Is.EqualTo(new byte[] { 0, 12 }));
        Assert.That(reader.ReadInt32(), Is.EqualTo(1));
        Assert.That(new[] { reader.ReadInt32(), reader.ReadInt32() }, Is.EqualTo(new[] { 1, 3 }), "one dimension of 3");
        Assert.That(reader.ReadUInt32(), Is.EqualTo(20));
        reader.ReadBytes(16);
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1));

        Assert.That(new Guid(reader.ReadBytes(16)), Is.EqualTo(Guid.Empty));
        Assert.That(new[] { reader.ReadUInt32(), reader.ReadUInt32() }, Is.EqualTo(new[] { 812345600u, 812345678u }));
        Assert.That(reader.ReadUInt32(), Is.Zero, "Good");
        Assert.That(reader.IsAtEnd);
    }

    [TestCase(FieldForm.Values, "UADP-Periodic-Fixed", 0x3Fu, 0x24u, 0x20u, 1u)]
    [TestCase(FieldForm.ValuesAndStatus, "UADP-Dynamic", 0x41u, 0x35u, 0x3u, 60u)]
    public void A_connection_tells_topics_and_the_layout_that_is_written(
        FieldForm form,
        string layout,
        uint network,
        uint message,
        uint field,
        uint keys
    )
    {
        var connection = new PublishedConnection
        {
            Name = "mqtt",
            PublisherId = "258",
            Groups =
            [
                new PublishedGroup
                {
                    Name = "Line1",
                    Id = 3,
                    PublishingInterval = TimeSpan.FromSeconds(1),
                    KeepAlive = TimeSpan.FromSeconds(10),
                    Qos = 1,
                    KeyFrameCount = 60,
                    Form = form,
                    Writers = [DataSet(Field("Speed", BuiltInType.Float))],
                },
            ],
        };
        using var reader = Written((discovery, output) => discovery.WriteConnection(output, connection), announcement: 4);
        Assert.That(reader.ReadInt32(), Is.EqualTo(1));
        Assert.That(reader.ReadText(), Is.EqualTo("mqtt"));
        Assert.That(reader.ReadByte(), Is.EqualTo(1));
        Assert.That(reader.ReadVariant().Bits, Is.EqualTo(258));
        Assert.That(reader.ReadText(), Does.EndWith("pubsub-mqtt-uadp"));
        Assert.That(reader.ReadBytes(3), Is.All.Zero, "no address");
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
        Assert.That(reader.ReadBytes(3), Is.All.Zero, "no transport settings");
        Assert.That(reader.ReadInt32(), Is.EqualTo(1));

        Assert.That(reader.ReadText(), Is.EqualTo("Line1"));
        Assert.That(reader.ReadByte(), Is.EqualTo(1));
        Assert.That(reader.ReadInt32(), Is.EqualTo(1), "security mode None");
        Assert.That(reader.ReadText(), Is.Null);
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
        Assert.That(reader.ReadUInt32(), Is.Zero);
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
        Assert.That(reader.ReadUInt16(), Is.EqualTo(3));
        Assert.That(new[] { reader.ReadDouble(), reader.ReadDouble() }, Is.EqualTo(new[] { 1000.0, 10000.0 }));
        Assert.That(reader.ReadByte(), Is.Zero);
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
        Assert.That(reader.ReadText(), Does.EndWith(layout));
        Object(
            reader,
            15727,
            () =>
                Assert.That(
                    (reader.ReadText(), reader.ReadText(), reader.ReadText(), reader.ReadInt32()),
                    Is.EqualTo(((string?)null, (string?)null, (string?)null, 2))
                )
        );
        Object(
            reader,
            15715,
            () =>
            {
                Assert.That(reader.ReadUInt32(), Is.EqualTo(812345678));
                Assert.That(reader.ReadInt32(), Is.EqualTo(form == FieldForm.Values ? 2 : 0));
                Assert.That(reader.ReadUInt32(), Is.EqualTo(network));
                Assert.That(reader.ReadDouble(), Is.EqualTo(-1));
                Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
            }
        );
        Assert.That(reader.ReadInt32(), Is.EqualTo(1));

        Assert.That(reader.ReadText(), Is.EqualTo("Motor"));
        Assert.That(reader.ReadByte(), Is.EqualTo(1));
        Assert.That(reader.ReadUInt16(), Is.EqualTo(7));
        Assert.That(reader.ReadUInt32(), Is.EqualTo(field));
        Assert.That(reader.ReadUInt32(), Is.EqualTo(keys));
        Assert.That(reader.ReadText(), Is.EqualTo("Line1.Motor"));
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1));
        Object(
            reader,
            15729,
            () =>
            {
                Assert.That(reader.ReadText(), Is.EqualTo("plant/Line1/Motor"));
                Assert.That((reader.ReadText(), reader.ReadText(), reader.ReadInt32()), Is.EqualTo(((string?)null, (string?)null, 2)));
                Assert.That(reader.ReadText(), Does.EndWith("metadata/edge01/Line1/Motor"));
                Assert.That(reader.ReadDouble(), Is.Zero);
            }
        );
        Object(
            reader,
            15717,
            () =>
            {
                Assert.That(reader.ReadUInt32(), Is.EqualTo(message));
                Assert.That(reader.ReadUInt16(), Is.Zero);
                Assert.That(reader.ReadUInt16(), Is.EqualTo(form == FieldForm.Values ? 1 : 0));
                Assert.That(reader.ReadUInt16(), Is.Zero);
            }
        );
        Assert.That(reader.ReadInt32(), Is.EqualTo(-1), "no readers");
        Assert.That(reader.IsAtEnd);
    }

    [Test]
    public void Application_and_endpoints_are_the_structures_of_the_services()
    {
        var application = new ApplicationDescription { ApplicationUri = "urn:s7opcbridge:edge01" };
        using (var reader = Written((discovery, output) => discovery.WriteApplication(output, "258", application, ["DA"]), announcement: 5))
        {
            Assert.That(reader.ReadUInt16(), Is.EqualTo(1));
            Assert.That(reader.ReadText(), Is.EqualTo("urn:s7opcbridge:edge01"));
        }

        using (
            var reader = Written(
                (discovery, output) => discovery.WriteEndpoints(output, "258", [new() { EndpointUrl = "opc.tcp://edge01:4840" }]),
                1
            )
        )
        {
            Assert.That(reader.ReadInt32(), Is.EqualTo(1));
            Assert.That(reader.ReadText(), Is.EqualTo("opc.tcp://edge01:4840"));
        }
    }

    private static UadpTestReader Written(Action<UadpDiscovery, IBufferWriter<byte>> write, int announcement)
    {
        using var discovery = new UadpDiscovery(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>();
        write(discovery, output);
        var reader = new UadpTestReader(output.WrittenSpan.ToArray());
        Assert.That(reader.ReadBytes(3), Is.EqualTo(new byte[] { 0x91, 0x93, 0x08 }));
        reader.ReadUInt64();
        Assert.That(reader.ReadBytes(6), Is.All.Zero, "no security");
        Assert.That(reader.ReadByte(), Is.EqualTo(announcement));
        Assert.That(reader.ReadUInt16(), Is.Zero);
        return reader;
    }

    private static string?[] Texts(UadpTestReader reader) => [.. Enumerable.Range(0, reader.ReadInt32()).Select(_ => reader.ReadText())];

    private static string? Property(UadpTestReader reader, int encoding)
    {
        reader.ReadUInt16();
        var key = reader.ReadText();
        var isArray = reader.ReadByte() == (0x80 | 22);
        if (isArray)
            Assert.That(reader.ReadInt32(), Is.EqualTo(1));
        Object(reader, encoding, null);
        return key;
    }

    private static void Object(UadpTestReader reader, int encoding, Action? readBody)
    {
        Assert.That(reader.ReadUInt16(), Is.EqualTo(1), "a node id of four bytes in namespace 0");
        Assert.That(reader.ReadUInt16(), Is.EqualTo(encoding));
        Assert.That(reader.ReadByte(), Is.EqualTo(1));
        var length = reader.ReadInt32();
        if (readBody is null)
        {
            reader.ReadBytes(length);
            return;
        }

        var start = reader.BaseStream.Position;
        readBody();
        Assert.That(reader.BaseStream.Position - start, Is.EqualTo(length));
    }
}
