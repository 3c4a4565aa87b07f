using System.Text.Encodings.Web;
using System.Text.Json;

namespace S7OpcBridge.PubSub.Json;

/// <summary>Names of fields in messages, encoded once.</summary>
internal static class JsonNames
{
    public static readonly JsonEncodedText UaType = Of("UaType");
    public static readonly JsonEncodedText UaTypeId = Of("UaTypeId");
    public static readonly JsonEncodedText UaEncoding = Of("UaEncoding");
    public static readonly JsonEncodedText UaBody = Of("UaBody");
    public static readonly JsonEncodedText Value = Of("Value");
    public static readonly JsonEncodedText Array = Of("Array");
    public static readonly JsonEncodedText Dimensions = Of("Dimensions");
    public static readonly JsonEncodedText Status = Of("Status");
    public static readonly JsonEncodedText Code = Of("Code");
    public static readonly JsonEncodedText Symbol = Of("Symbol");
    public static readonly JsonEncodedText SourceTimestamp = Of("SourceTimestamp");
    public static readonly JsonEncodedText ServerTimestamp = Of("ServerTimestamp");
    public static readonly JsonEncodedText Locale = Of("Locale");
    public static readonly JsonEncodedText Text = Of("Text");
    public static readonly JsonEncodedText DataSetWriterId = Of("DataSetWriterId");
    public static readonly JsonEncodedText PublisherId = Of("PublisherId");
    public static readonly JsonEncodedText SequenceNumber = Of("SequenceNumber");
    public static readonly JsonEncodedText MinorVersion = Of("MinorVersion");
    public static readonly JsonEncodedText Timestamp = Of("Timestamp");
    public static readonly JsonEncodedText MessageType = Of("MessageType");
    public static readonly JsonEncodedText Payload = Of("Payload");
    public static readonly JsonEncodedText KeyFrame = Of("ua-keyframe");
    public static readonly JsonEncodedText DeltaFrame = Of("ua-deltaframe");
    public static readonly JsonEncodedText KeepAlive = Of("ua-keepalive");
    public static readonly JsonEncodedText NaN = Of("NaN");
    public static readonly JsonEncodedText Infinity = Of("Infinity");
    public static readonly JsonEncodedText MinusInfinity = Of("-Infinity");
    public static readonly JsonEncodedText FirstTime = Of("0001-01-01T00:00:00Z");
    public static readonly JsonEncodedText LastTime = Of("9999-12-31T23:59:59Z");

    private static JsonEncodedText Of(string name) => JsonEncodedText.Encode(name, JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
}
