namespace S7OpcBridge.PubSub;

/// <summary>How a field stands in a dataset message (OPC 10000-14, 7.2.5.4.3). Readers differ in which of them they understand.</summary>
public enum FieldForm
{
    /// <summary>
    /// The value alone (DataSetFieldContentMask 0). A field whose status is Bad carries the status code in place of the value; Uncertain is not shown.
    /// </summary>
    Values,

    /// <summary>
    /// Value, status and source time (DataSetFieldContentMask 0x3). A Good status is left out. A field whose status is Bad has a status and no value.
    /// </summary>
    ValuesAndStatus,

    /// <summary>As <see cref="ValuesAndStatus"/>, with the number of the built-in type in each field, for readers without metadata.</summary>
    Typed,
}
