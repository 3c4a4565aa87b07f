using System.Buffers;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Json;
using static S7OpcBridge.PubSub.Tests.Datasets.Sample;

namespace S7OpcBridge.PubSub.Tests.Json;

/// <summary>OPC 10000-14, 7.2.5.5: names of fields and the CompactEncoding.</summary>
internal sealed class JsonDiscoveryTests
{
    private const string Id = "\"MessageId\":\"00000000-0000-0000-0000-0000000000aa\"";
    private static readonly MessageHead Head = new(new Guid("00000000-0000-0000-0000-0000000000aa"), Moment);

    [Test]
    public void A_status_has_no_time_so_that_it_can_be_a_last_will() =>
        Assert.That(
            Written((discovery, output) => discovery.WriteStatus(output, Head.MessageId, "edge01", PublisherState.Error)),
            Is.EqualTo("{" + Id + ",\"MessageType\":\"ua-status\",\"PublisherId\":\"edge01\",\"IsCyclic\":false,\"Status\":3}")
        );

    [Test]
    public void Metadata_names_the_fields_and_their_types()
    {
        var dataSet = DataSet(
            Field("Motor/Speed", BuiltInType.Float),
            Field("Recipe", BuiltInType.String) with
            {
                MaxStringLength = 20,
                Description = "Rezept",
            },
            Field("Times", BuiltInType.Double) with
            {
                IsArray = true,
                ArrayLength = 10,
                DataType = new NodeId(0, 290),
            }
        );
        const string FieldId = "\"DataSetFieldId\":\"6e0c0000-0000-5000-8000-000000000001\"";
        Assert.That(
            Written((discovery, output) => discovery.WriteMetaData(output, Head, dataSet)),
            Is.EqualTo(
                "{"
                    + Id
                    + ",\"MessageType\":\"ua-metadata\",\"PublisherId\":\"edge01\",\"DataSetWriterId\":7,\"WriterGroupName\":\"Line1\","
                    + "\"DataSetWriterName\":\"Motor\",\"Timestamp\":\"2026-11-27T03:04:05Z\",\"MetaData\":{\"Name\":\"Line1.Motor\",\"Fields\":["
                    + "{\"Name\":\"Motor/Speed\",\"BuiltInType\":10,\"DataType\":\"i=10\",\"ValueRank\":-1,"
                    + FieldId
                    + "},{\"Name\":\"Recipe\",\"Description\":{\"Text\":\"Rezept\"},\"BuiltInType\":12,\"DataType\":\"i=12\",\"ValueRank\":-1,"
                    + "\"MaxStringLength\":20,"
                    + FieldId
                    + "},{\"Name\":\"Times\",\"BuiltInType\":11,\"DataType\":\"i=290\",\"ValueRank\":1,\"ArrayDimensions\":[10],"
                    + FieldId
                    + "}],\"ConfigurationVersion\":{\"MajorVersion\":812345600,\"MinorVersion\":812345678}}}"
            )
        );
    }

    [Test]
    public void Metadata_tells_unit_ranges_and_names_of_values()
    {
        var field = Field("Motor/Speed", BuiltInType.UInt16) with
        {
            Unit = new FieldUnit("http://www.opcfoundation.org/UA/units/un/cefact", 5394509, "rpm", "revolutions per minute"),
            Range = new FieldRange(0, 3000),
            Limits = new FieldRange(-10, 2500.5),
            States = [new FieldState(0, "Off"), new FieldState(2, "Fault")],
        };
        Assert.That(
            Written((discovery, output) => discovery.WriteMetaData(output, Head, DataSet(field))),
            Does.Contain(
                "\"Properties\":[{\"Key\":\"EngineeringUnits\",\"Value\":{\"UaType\":22,\"Value\":{\"UaTypeId\":\"i=887\","
                    + "\"NamespaceUri\":\"http://www.opcfoundation.org/UA/units/un/cefact\",\"UnitId\":5394509,\"DisplayName\":{\"Text\":\"rpm\"},"
                    + "\"Description\":{\"Text\":\"revolutions per minute\"}}}},"
                    + "{\"Key\":\"EURange\",\"Value\":{\"UaType\":22,\"Value\":{\"UaTypeId\":\"i=884\",\"High\":3000}}},"
                    + "{\"Key\":\"InstrumentRange\",\"Value\":{\"UaType\":22,\"Value\":{\"UaTypeId\":\"i=884\",\"Low\":-10,\"High\":2500.5}}},"
                    + "{\"Key\":\"EnumValues\",\"Value\":{\"UaType\":22,\"Value\":[{\"UaTypeId\":\"i=7594\",\"DisplayName\":{\"Text\":\"Off\"}},"
                    + "{\"UaTypeId\":\"i=7594\",\"Value\":\"2\",\"DisplayName\":{\"Text\":\"Fault\"}}]}}]"
            )
        );
    }

    [Test]
    public void A_connection_tells_topics_layouts_and_rhythm()
    {
        var connection = new PublishedConnection
        {
            Name = "mqtt",
            PublisherId = "edge01",
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
                    Form = FieldForm.ValuesAndStatus,
                    Writers = [DataSet(Field("Motor/Speed", BuiltInType.Float))],
                },
            ],
        };
        Assert.That(
            Written((discovery, output) => discovery.WriteConnection(output, Head, connection)),
            Is.EqualTo(
                "{"
                    + Id
                    + ",\"MessageType\":\"ua-connection\",\"PublisherId\":\"edge01\",\"Timestamp\":\"2026-11-27T03:04:05Z\",\"Connection\":{\"Name\":\"mqtt\","
                    + "\"Enabled\":true,\"PublisherId\":{\"UaType\":12,\"Value\":\"edge01\"},"
                    + "\"TransportProfileUri\":\"http://opcfoundation.org/UA-Profile/Transport/pubsub-mqtt-json\",\"WriterGroups\":[{\"Name\":\"Line1\","
                    + "\"Enabled\":true,\"SecurityMode\":1,\"WriterGroupId\":3,\"PublishingInterval\":1000,\"KeepAliveTime\":10000,"
                    + "\"HeaderLayoutUri\":\"http://opcfoundation.org/UA/PubSub-Layouts/JSON-DataSetMessage\","
                    + "\"TransportSettings\":{\"UaTypeId\":\"i=15667\",\"RequestedDeliveryGuarantee\":2},"
                    + "\"MessageSettings\":{\"UaTypeId\":\"i=15657\",\"NetworkMessageContentMask\":6},"
                    + "\"DataSetWriters\":[{\"Name\":\"Motor\",\"Enabled\":true,\"DataSetWriterId\":7,\"DataSetFieldContentMask\":3,\"KeyFrameCount\":60,"
                    + "\"DataSetName\":\"Line1.Motor\",\"TransportSettings\":{\"UaTypeId\":\"i=15669\",\"QueueName\":\"plant/Line1/Motor\","
                    + "\"RequestedDeliveryGuarantee\":2,\"MetaDataQueueName\":\"opcua/json/metadata/edge01/Line1/Motor\"},"
                    + "\"MessageSettings\":{\"UaTypeId\":\"i=15664\",\"DataSetMessageContentMask\":3389}}]}]}}"
            )
        );
    }

    [Test]
    public void Application_and_endpoints_tell_how_to_reach_the_server()
    {
        var application = new ApplicationDescription
        {
            ApplicationUri = "urn:s7opcbridge:edge01",
            ApplicationName = new LocalizedText("edge01", "en"),
            ApplicationType = ApplicationType.Server,
            DiscoveryUrls = ["opc.tcp://edge01:4840"],
        };
        var endpoint = new EndpointDescription
        {
            EndpointUrl = "opc.tcp://edge01:4840",
            Server = application,
            ServerCertificate = [1, 2, 3],
            SecurityMode = MessageSecurityMode.SignAndEncrypt,
            SecurityPolicyUri = "http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256",
            UserIdentityTokens = [new UserTokenPolicy { PolicyId = "user", TokenType = UserTokenType.UserName }],
            TransportProfileUri = "http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary",
            SecurityLevel = 5,
        };
        const string Application =
            "{\"ApplicationUri\":\"urn:s7opcbridge:edge01\",\"ApplicationName\":{\"Locale\":\"en\",\"Text\":\"edge01\"},"
            + "\"DiscoveryUrls\":[\"opc.tcp://edge01:4840\"]}";
        Assert.Multiple(() =>
        {
            Assert.That(
                Written((discovery, output) => discovery.WriteApplication(output, Head, "edge01", application, ["DA", "HD"])),
                Is.EqualTo(
                    "{"
                        + Id
                        + ",\"MessageType\":\"ua-application\",\"PublisherId\":\"edge01\",\"Timestamp\":\"2026-11-27T03:04:05Z\",\"Description\":"
                        + Application
                        + ",\"ServerCapabilities\":[\"DA\",\"HD\"]}"
                )
            );
            Assert.That(
                Written((discovery, output) => discovery.WriteEndpoints(output, Head, "edge01", [endpoint])),
                Is.EqualTo(
                    "{"
                        + Id
                        + ",\"MessageType\":\"ua-endpoints\",\"PublisherId\":\"edge01\",\"Timestamp\":\"2026-11-27T03:04:05Z\",\"Endpoints\":["
                        + "{\"EndpointUrl\":\"opc.tcp://edge01:4840\",\"Server\":"
                        + Application
                        + ",\"ServerCertificate\":\"AQID\",\"SecurityMode\":3,"
                        + "\"SecurityPolicyUri\":\"http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256\","
                        + "\"UserIdentityTokens\":[{\"PolicyId\":\"user\",\"TokenType\":1}],"
                        + "\"TransportProfileUri\":\"http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary\",\"SecurityLevel\":5}]}"
                )
            );
        });
    }

    private static string Written(Action<JsonDiscovery, IBufferWriter<byte>> write)
    {
        using var discovery = new JsonDiscovery(WrittenJson.Namespaces);
        var output = new ArrayBufferWriter<byte>();
        write(discovery, output);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }
}
