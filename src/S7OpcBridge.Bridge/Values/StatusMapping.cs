using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge;

/// <summary>Maps Core's qualities and write results to OPC UA status codes.</summary>
public static class StatusMapping
{
    /// <summary>The status of a quality.</summary>
    public static StatusCode ToStatusCode(TagQuality quality) =>
        quality switch
        {
            TagQuality.Good => StatusCodes.Good,
            TagQuality.LinkDownLastValue => StatusCodes.UncertainNoCommunicationLastUsableValue,
            TagQuality.LinkDown => StatusCodes.BadNoCommunication,
            TagQuality.NotConfirmed or TagQuality.CpuStopped or TagQuality.LayoutChanged => StatusCodes.UncertainLastUsableValue,
            TagQuality.OutOfService => StatusCodes.BadOutOfService,
            TagQuality.ConfigurationError => StatusCodes.BadConfigurationError,
            TagQuality.NotReadable => StatusCodes.BadNotReadable,
            TagQuality.DeviceFailure => StatusCodes.BadDeviceFailure,
            TagQuality.DecodingError => StatusCodes.BadDecodingError,
            TagQuality.SensorFailure => StatusCodes.BadSensorFailure,
            _ => StatusCodes.BadWaitingForInitialData,
        };

    /// <summary>A quality that has the status of a tag.</summary>
    public static TagQuality QualityOf(StatusCode status) =>
        status.Value switch
        {
            StatusCodes.Good => TagQuality.Good,
            StatusCodes.UncertainNoCommunicationLastUsableValue => TagQuality.LinkDownLastValue,
            StatusCodes.BadNoCommunication => TagQuality.LinkDown,
            StatusCodes.UncertainLastUsableValue => TagQuality.NotConfirmed,
            StatusCodes.BadOutOfService => TagQuality.OutOfService,
            StatusCodes.BadConfigurationError => TagQuality.ConfigurationError,
            StatusCodes.BadNotReadable => TagQuality.NotReadable,
            StatusCodes.BadDeviceFailure => TagQuality.DeviceFailure,
            StatusCodes.BadDecodingError => TagQuality.DecodingError,
            StatusCodes.BadSensorFailure => TagQuality.SensorFailure,
            _ => TagQuality.WaitingForInitialData,
        };

    /// <summary>The status of a write result.</summary>
    public static StatusCode ToStatusCode(TagWriteResult result) =>
        result switch
        {
            TagWriteResult.Ok => StatusCodes.Good,
            TagWriteResult.NotWritable or TagWriteResult.Refused => StatusCodes.BadNotWritable,
            TagWriteResult.TypeMismatch => StatusCodes.BadTypeMismatch,
            TagWriteResult.OutOfRange => StatusCodes.BadOutOfRange,
            TagWriteResult.NoCommunication => StatusCodes.BadNoCommunication,
            TagWriteResult.Timeout => StatusCodes.BadTimeout,
            TagWriteResult.TooManyOperations => StatusCodes.BadTooManyOperations,
            TagWriteResult.ConfigurationError => StatusCodes.BadConfigurationError,
            TagWriteResult.TooLarge => StatusCodes.BadNotSupported,
            TagWriteResult.OutOfService => StatusCodes.BadOutOfService,
            TagWriteResult.NoSuchElement => StatusCodes.BadIndexRangeNoData,
            TagWriteResult.Abandoned => StatusCodes.BadRequestInterrupted,
            _ => StatusCodes.BadDeviceFailure,
        };
}
