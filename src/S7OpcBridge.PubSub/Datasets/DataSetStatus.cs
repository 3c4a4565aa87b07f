using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Datasets;

/// <summary>
/// The status in the head of a dataset message whose fields have none of their own, as those of Variants and RawData (OPC 10000-14, 6.2.4.2, Tables 34 and 35).
/// </summary>
internal static class DataSetStatus
{
    /// <summary>Good if all fields are; the first field's status if all are Bad; else UncertainSubNormal.</summary>
    public static StatusCode Of(ReadOnlySpan<FieldSample> samples)
    {
        var bad = 0;
        var notGood = 0;
        foreach (ref readonly var sample in samples)
        {
            if (sample.Status.IsGood)
                continue;
            notGood++;
            if (sample.Status.IsBad)
                bad++;
        }

        return notGood == 0 ? StatusCode.Good
            : bad == samples.Length ? samples[0].Status
            : StatusCodes.UncertainSubNormal;
    }
}
