using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>Valid inputs: what is mutated gets further into the code than noise.</summary>
internal static class FuzzSeeds
{
    public static IReadOnlyList<byte[]> Of(string target) =>
        target switch
        {
            "structure" =>
            [
                .. Structures()
                    .Select(structure =>
                        (byte[])[.. BitConverter.GetBytes((ushort)structure.BinaryEncodingId), .. UaTestChannel.Encode(structure)[4..]]
                    ),
            ],
            "value" => [.. Enumerable.Range(1, 40).Select(Values)],
            "request-head" => [.. Structures().Select(UaTestChannel.Encode)],
            "chunks" => [Frames('F'), Frames('C', 'F'), Frames('C', 'C', 'A', 'F'), Frames('C', 'C', 'C', 'C', 'C', 'F')],
            "hello" =>
            [
                Wire.Bytes(
                    "48 45 4C 46 29 00 00 00 00 00 00 00 00 00 01 00 00 00 01 00 00 00 00 00 00 00 00 00 09 00 00 00 6F 70 63 2E 74 63 70 3A 2F"
                ),
            ],
            "open" =>
            [
                AsymmetricHeader.Write(1, SecurityPolicy.Basic256Sha256.Uri, UaTestCertificates.Shared.Client.Chain, new byte[20]),
                AsymmetricHeader.Write(0, SecurityPolicy.None.Uri, null, null),
            ],
            "range" => [.. new[] { "1", "1:2", "0:3,4:5", "4294967295", "00:1" }.Select(text => System.Text.Encoding.ASCII.GetBytes(text))],
            _ => SecurityTargets.All.Single(known => known.Name == target).Seeds(),
        };

    private static IUaStructure[] Structures() =>
        [
            new ReadRequest
            {
                NodesToRead =
                [
                    new ReadValueId
                    {
                        NodeId = new NodeId(2, "Line1/Speed"),
                        AttributeId = 13,
                        IndexRange = "1:2",
                    },
                ],
            },
            new WriteRequest
            {
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = new NodeId(2, "x"),
                        AttributeId = 13,
                        Value = new DataValue(Variant.From("text"), 0, 1, 1),
                    },
                ],
            },
            new BrowseRequest { NodesToBrowse = [new BrowseDescription { NodeId = Ids.RootFolder, ReferenceTypeId = Ids.Organizes }] },
            new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = Ids.Server,
                        MethodId = Ids.Server_ResendData,
                        InputArguments = [Variant.From(1u)],
                    },
                ],
            },
            new TranslateBrowsePathsToNodeIdsRequest
            {
                BrowsePaths =
                [
                    new BrowsePath
                    {
                        StartingNode = Ids.RootFolder,
                        RelativePath = new RelativePath { Elements = [new RelativePathElement()] },
                    },
                ],
            },
            new CreateMonitoredItemsRequest
            {
                ItemsToCreate = [new MonitoredItemCreateRequest { ItemToMonitor = new ReadValueId { NodeId = new NodeId(2, "x") } }],
            },
            new ActivateSessionRequest
            {
                UserIdentityToken = ExtensionObject.From(new UserNameIdentityToken { UserName = "a", Password = [1] }),
            },
            new CreateSessionRequest { SessionName = "x", ClientNonce = new byte[32] },
            new UserNameIdentityToken
            {
                PolicyId = "p",
                UserName = "a",
                Password = [1, 2, 3],
                EncryptionAlgorithm = "x",
            },
            new EventFilter
            {
                SelectClauses = [new SimpleAttributeOperand { BrowsePath = [new QualifiedName(0, "Severity")], AttributeId = 13 }],
            },
            new PublishRequest { SubscriptionAcknowledgements = [new SubscriptionAcknowledgement()] },
        ];

    private static byte[] Values(int seed) =>
        Wire.Write(
            (ref UaWriter writer) =>
            {
                writer.WriteDataValue(new DataValue(new RandomValues(seed).Variant(), 0, 1, 2));
                writer.WriteExtensionObject(ExtensionObject.From(new UserNameIdentityToken { UserName = "a" }));
                writer.WriteDiagnosticInfo(null);
            }
        );

    private static byte[] Frames(params char[] chunks)
    {
        var bytes = new List<byte>();
        for (var i = 0; i < chunks.Length; i++)
        {
            var frame = new byte[24 + 900];
            FrameHeader.Write(frame, MessageType.Message, (byte)chunks[i], frame.Length);
            BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(16), i + 1);
            BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(20), 7);
            bytes.AddRange(frame);
        }
        return [.. bytes];
    }
}
