using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Tests.Datasets;

/// <summary>A small dataset of a plant.</summary>
internal static class Sample
{
    public static readonly long Moment = UaTime.FromTicks(new DateTime(2026, 11, 27, 3, 4, 5, DateTimeKind.Utc).Ticks);

    public static PublishedDataSet DataSet(params PublishedField[] fields) =>
        new()
        {
            Name = "Motor",
            WriterGroup = "Line1",
            WriterGroupId = 3,
            WriterId = 7,
            PublisherId = "edge01",
            Version = new ConfigurationVersion(812345600, 812345678),
            Fields = [.. fields],
            DataTopic = "plant/Line1/Motor",
            MetaDataTopic = "opcua/json/metadata/edge01/Line1/Motor",
        };

    public static PublishedField Field(string name, BuiltInType type) =>
        new()
        {
            Name = name,
            Id = new Guid("6e0c0000-0000-5000-8000-000000000001"),
            Type = type,
        };

    public static FieldSample Good(int field, Variant value) => new(field, value, StatusCode.Good, Moment);

    public static FieldSample Bad(int field, StatusCode? status = null) =>
        new(field, default, status ?? StatusCodes.BadNoCommunication, Moment);
}
