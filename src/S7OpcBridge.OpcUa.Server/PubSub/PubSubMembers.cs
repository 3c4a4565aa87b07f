namespace S7OpcBridge.OpcUa.Server.PubSub;

/// <summary>The nodes of each kind of item: what is mandatory in its type (OPC 10000-14, 9.1), and the settings of the broker and the mapping.</summary>
internal static class PubSubMembers
{
    public const string JsonProfile = "http://opcfoundation.org/UA-Profile/Transport/pubsub-mqtt-json",
        UadpProfile = "http://opcfoundation.org/UA-Profile/Transport/pubsub-mqtt-uadp";

    private const int SecurityModeNone = 1,
        BestEffort = 1, // BrokerTransportQualityOfService
        AtLeastOnce = 2,
        ExactlyOnce = 4,
        AscendingWriterIdSingle = 2; // DataSetOrderingType
    private static readonly Variant NoText = Variant.From("");
    private static readonly Variant NoTexts = Variant.FromArray(BuiltInType.String, Array.Empty<string>());
    private static readonly Variant NoPairs = Variant.FromArray(BuiltInType.ExtensionObject, Array.Empty<ExtensionObject>());

    public static readonly PubSubMember[] Connection =
    [
        new(PubSubIds.ConnectionType, -1),
        new(14595, 0, static item => Variant.From(item.Connection.PublisherId)),
        new(17306, 0, static item => Variant.From(ProfileOf(item))), // TransportProfileUri
        new(17710, 2, static item => Variant.FromArray(BuiltInType.String, new[] { ProfileOf(item) })),
        new(17485, 0, static _ => NoPairs), // ConnectionProperties
        new(14221, 0, Type: PubSubIds.NetworkAddressUrlType),
        new(21146, 5, static _ => NoText), // NetworkInterface: any
        new(17582, 6, static _ => NoTexts),
        new(21149, 5, static item => Variant.From(item.Connection.Url)),
        new(14600, 0), // Status
        new(14644, 9, StateOf),
        new(17203, 0, Type: PubSubIds.BrokerConnectionTransportType),
        new(15156, 11, static _ => NoText), // ResourceUri
        new(15178, 11, static _ => NoText), // AuthenticationProfileUri
    ];

    public static readonly PubSubMember[] JsonGroup =
    [
        .. Group(),
        new(17742, 0, Type: PubSubIds.JsonWriterGroupMessageType),
        new(21127, 17, static item => Variant.From(item.Group!.NetworkMessageContentMask)),
    ];

    public static readonly PubSubMember[] UadpGroup =
    [
        .. Group(),
        new(17742, 0, Type: PubSubIds.UadpWriterGroupMessageType),
        new(
            21106,
            17,
            static item => Variant.From(item.Group!.Writers.Select(writer => writer.DataSet.MinorVersion).DefaultIfEmpty().Max())
        ),
        new(21107, 17, static _ => Variant.From(AscendingWriterIdSingle)),
        new(21108, 17, static item => Variant.From(item.Group!.NetworkMessageContentMask)),
        new(21110, 17, static _ => Variant.FromArray(BuiltInType.Double, Array.Empty<double>())), // PublishingOffset
    ];

    public static readonly PubSubMember[] JsonWriter =
    [
        .. Writer(),
        new(21095, 0, Type: PubSubIds.JsonDataSetWriterMessageType),
        new(21129, 14, static item => Variant.From(item.Writer!.DataSetMessageContentMask)),
    ];

    public static readonly PubSubMember[] UadpWriter =
    [
        .. Writer(),
        new(21095, 0, Type: PubSubIds.UadpDataSetWriterMessageType),
        new(21112, 14, static item => Variant.From(item.Writer!.DataSetMessageContentMask)),
        new(21113, 14, static _ => Variant.From((ushort)0)), // ConfiguredSize: as long as it is
        new(21114, 14, static _ => Variant.From((ushort)0)), // NetworkMessageNumber: not fixed
        new(21115, 14, static _ => Variant.From((ushort)0)), // DataSetOffset: not fixed
    ];

    public static readonly PubSubMember[] DataSet =
    [
        new(PubSubIds.PublishedDataItemsType, -1),
        new(14519, 0, static item => Variant.From(ExtensionObject.From(new DataSetVersion(item.Writer!.DataSet)))),
        new(15229, 0, static item => Variant.From(item.MetaData)),
        new(
            14548, // PublishedData
            0,
            static item =>
                Variant.FromArray(
                    BuiltInType.ExtensionObject,
                    item.Writer!.DataSet.Fields.Select(static field => ExtensionObject.From(new DataSetVariable(field))).ToArray()
                )
        ),
    ];

    private static PubSubMember[] Group() =>
        [
            new(PubSubIds.WriterGroupType, -1),
            new(17736, 0, static item => Variant.From(item.Group!.Id)),
            new(17737, 0, static item => Variant.From(item.Group!.PublishingInterval.TotalMilliseconds)),
            new(17738, 0, static item => Variant.From(item.Group!.KeepAliveTime.TotalMilliseconds)),
            new(17739, 0, static _ => Variant.From((byte)0)), // Priority
            new(17740, 0, static _ => NoTexts), // LocaleIds
            new(17559, 0, static item => Variant.From(item.Group!.HeaderLayout)),
            new(15926, 0, static _ => Variant.From(SecurityModeNone)),
            new(17724, 0, static _ => Variant.From(0u)), // MaxNetworkMessageSize: that of the broker
            new(17488, 0, static _ => NoPairs), // GroupProperties
            new(15265, 0), // Status
            new(14644, 10, StateOf),
            new(17741, 0, Type: PubSubIds.BrokerWriterGroupTransportType),
            new(15246, 12, static _ => NoText), // ResourceUri
            new(15247, 12, static _ => NoText), // AuthenticationProfileUri
            new(15249, 12, GuaranteeOf),
            new(21137, 12, static item => Variant.From(item.Group!.QueueName)),
        ];

    private static PubSubMember[] Writer() =>
        [
            new(PubSubIds.DataSetWriterType, -1),
            new(21092, 0, static item => Variant.From(item.Writer!.Id)),
            new(21093, 0, static item => Variant.From(item.Writer!.FieldContentMask)),
            new(21094, 0, static item => Variant.From(item.Writer!.KeyFrameCount)),
            new(17493, 0, static _ => NoPairs), // DataSetWriterProperties
            new(15299, 0), // Status
            new(14644, 5, StateOf),
            new(15303, 0, Type: PubSubIds.BrokerDataSetWriterTransportType),
            new(15250, 7, static _ => NoText), // ResourceUri
            new(15251, 7, static _ => NoText), // AuthenticationProfileUri
            new(15330, 7, GuaranteeOf),
            new(21139, 7, static item => Variant.From(item.Writer!.QueueName)),
            new(21140, 7, static item => Variant.From(item.Writer!.MetaDataQueueName)),
            new(21141, 7, static _ => Variant.From(0.0)), // MetaDataUpdateTime: when it changes
        ];

    private static string ProfileOf(PubSubItem item) => item.Connection.IsUadp ? UadpProfile : JsonProfile;

    private static Variant StateOf(PubSubItem item) => Variant.From((int)item.State);

    private static Variant GuaranteeOf(PubSubItem item) =>
        Variant.From(
            item.Group!.Qos switch
            {
                0 => BestEffort,
                1 => AtLeastOnce,
                _ => ExactlyOnce,
            }
        );
}
