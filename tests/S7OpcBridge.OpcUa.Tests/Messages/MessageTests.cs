using System.Reflection;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

public class MessageTests
{
    private static readonly Type[] All =
    [
        .. typeof(IUaStructure)
            .Assembly.GetTypes()
            .Where(t => t is { IsClass: true, IsAbstract: false } && typeof(IUaStructure).IsAssignableFrom(t))
            .OrderBy(t => t.Name, StringComparer.Ordinal),
    ];

    [Test]
    [ConformanceUnit("UA Binary Encoding")]
    public void Every_service_that_is_spoken_is_there() =>
        Assert.Multiple(() =>
        {
            Assert.That(All.Count(t => t.GetProperty("RequestHeader") is not null), Is.EqualTo(33));
            Assert.That(All.Count(t => t.GetProperty("ResponseHeader") is not null && t != typeof(ServiceFault)), Is.EqualTo(33));
        });

    [TestCaseSource(nameof(All))]
    [ConformanceUnit("UA Binary Encoding")]
    public void A_message_comes_back(Type type)
    {
        for (var seed = 0; seed < 30; seed++)
        {
            var message = (IUaStructure)new RandomValues(seed).Structure(type);
            var bytes = Wire.Write((ref UaWriter w) => message.Encode(ref w), segmentSize: 100, front: 24, back: 48);
            Deep.AssertEqual(Decode(type, bytes, out var remaining), message);
            Assert.That(remaining, Is.Zero);
        }
    }

    [TestCaseSource(nameof(All))]
    public void A_message_cut_short_is_malformed(Type type)
    {
        var message = (IUaStructure)new RandomValues(1).Structure(type);
        var bytes = Wire.Write((ref UaWriter w) => message.Encode(ref w));
        for (var length = 0; length < bytes.Length; length++)
        {
            var cut = bytes[..length];
            Assert.That(
                Assert.Throws<UaException>(() => Decode(type, cut, out _))!.Status.Value,
                Is.EqualTo(StatusCodes.BadDecodingError),
                $"{length} of {bytes.Length} bytes"
            );
        }
    }

    [TestCaseSource(nameof(All))]
    public void An_empty_message_is_as_small_as_promised(Type type)
    {
        var message = (IUaStructure)Activator.CreateInstance(type)!;
        var length = Wire.Write((ref UaWriter w) => message.Encode(ref w)).Length;
        var promise = typeof(MessageTests)
            .GetMethod(nameof(Promise), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(type)
            .Invoke(null, null);
        Assert.That(length, Is.EqualTo(promise));
    }

    [Test]
    public void A_ReadRequest_is_what_the_standard_says()
    {
        var request = new ReadRequest
        {
            RequestHeader = new RequestHeader
            {
                AuthenticationToken = new NodeId(1, 77u),
                Timestamp = 1,
                RequestHandle = 2,
                TimeoutHint = 10_000,
            },
            MaxAge = 0,
            TimestampsToReturn = TimestampsToReturn.Both,
            NodesToRead = [new ReadValueId { NodeId = Ids.Server_ServerStatus_State, AttributeId = (uint)AttributeId.Value }],
        };
        const string expected =
            "01 01 4D 00 " // authentication token
            + "01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 FF FF FF FF 10 27 00 00 00 00 00 " // time, handle, diagnostics, audit id, timeout, more
            + "00 00 00 00 00 00 00 00 02 00 00 00 " // max age, timestamps
            + "01 00 00 00 01 00 D3 08 0D 00 00 00 FF FF FF FF 00 00 FF FF FF FF"; // one node: id, attribute, range, encoding
        Assert.That(Wire.Hex(Wire.Write((ref UaWriter w) => request.Encode(ref w))), Is.EqualTo(expected));
        Assert.That(ReadRequest.EncodingId, Is.EqualTo(631));
    }

    [Test]
    public void A_ResponseHeader_takes_24_bytes()
    {
        var header = new ResponseHeader
        {
            Timestamp = 1,
            RequestHandle = 2,
            ServiceResult = StatusCodes.BadServiceUnsupported,
        };
        Assert.That(
            Wire.Hex(Wire.Write((ref UaWriter w) => header.Encode(ref w))),
            Is.EqualTo("01 00 00 00 00 00 00 00 02 00 00 00 00 00 0B 80 00 00 00 00 00 00 00 00")
        );
    }

    [Test]
    public void A_token_inherits_the_fields_of_its_base_type_first()
    {
        var token = new UserNameIdentityToken
        {
            PolicyId = "p",
            UserName = "u",
            Password = [1],
            EncryptionAlgorithm = null,
        };
        Assert.That(
            Wire.Hex(Wire.Write((ref UaWriter w) => w.WriteExtensionObject(ExtensionObject.From(token)))),
            Is.EqualTo("01 00 44 01 01 13 00 00 00 01 00 00 00 70 01 00 00 00 75 01 00 00 00 01 FF FF FF FF")
        );
    }

    [Test]
    public void Null_arrays_in_requests_are_empty() =>
        Assert.That(
            Wire.Read(
                "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 FF FF FF FF 00 00 00 00 00 00 00 FF FF FF FF",
                (ref UaReader r) => RegisterNodesRequest.Decode(ref r)
            ).NodesToRegister,
            Is.Empty
        );

    [Test]
    public void Filters_are_decoded_where_they_stand()
    {
        var clause = new SimpleAttributeOperand
        {
            TypeDefinitionId = Ids.BaseEventType,
            BrowsePath = [new(0, "Message")],
            AttributeId = 13,
        };
        var filter = ExtensionObject.From(new EventFilter { SelectClauses = [clause] });
        var bytes = Wire.Write((ref UaWriter w) => w.WriteExtensionObject(filter));
        var read = Wire.Read(bytes, (ref UaReader r) => r.ReadExtensionObject());
        Assert.That(((EventFilter)read!.Body!).SelectClauses[0].BrowsePath[0].Name, Is.EqualTo("Message"));
    }

    [Test]
    public void Status_codes_have_their_names()
    {
        Assert.Multiple(() =>
        {
            Assert.That(StatusCodes.NameOf(0x80340000), Is.EqualTo("BadNodeIdUnknown"));
            Assert.That(StatusCodes.NameOf(0x00000480), Is.EqualTo("Good"), "info bits do not matter");
            Assert.That(StatusCodes.NameOf(0x8FFF0000), Is.EqualTo("8FFF0000"));
        });
    }

    private static object Decode(Type type, byte[] bytes, out int remaining)
    {
        var decode = typeof(MessageTests)
            .GetMethod(nameof(DecodeAs), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(type);
        var arguments = new object?[] { bytes, 0 };
        try
        {
            var message = decode.Invoke(null, arguments)!;
            remaining = (int)arguments[1]!;
            return message;
        }
        catch (TargetInvocationException failed)
        {
            throw failed.InnerException!;
        }
    }

    private static object DecodeAs<T>(byte[] bytes, out int remaining)
        where T : IUaStructure<T>
    {
        var reader = new UaReader(bytes, EncodingLimits.Default);
        var message = T.Decode(ref reader);
        remaining = reader.Remaining;
        return message;
    }

    private static int Promise<T>()
        where T : IUaStructure<T> => T.MinEncodedSize;
}
