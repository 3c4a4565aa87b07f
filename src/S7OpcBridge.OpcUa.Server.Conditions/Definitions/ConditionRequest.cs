namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>What a client has asked of a condition.</summary>
public enum ConditionAction
{
    /// <summary>Acknowledge.</summary>
    Acknowledge,

    /// <summary>Confirm.</summary>
    Confirm,

    /// <summary>AddComment.</summary>
    AddComment,

    /// <summary>Enable.</summary>
    Enable,

    /// <summary>Disable.</summary>
    Disable,

    /// <summary>TimedShelve.</summary>
    TimedShelve,

    /// <summary>OneShotShelve.</summary>
    OneShotShelve,

    /// <summary>Unshelve.</summary>
    Unshelve,
}

/// <summary>A checked call of a client.</summary>
/// <param name="Condition">Index of the condition.</param>
/// <param name="Action">What is asked.</param>
/// <param name="Caller">Who asks.</param>
/// <param name="Comment">The comment; null text and locale: none.</param>
public readonly record struct ConditionRequest(int Condition, ConditionAction Action, UaCaller Caller, LocalizedText Comment);

/// <summary>
/// Decides about a client's Acknowledge or Confirm before it takes effect. Good: it takes effect now. GoodCompletesAsynchronously: the client is answered with
/// Good, and the application will call <see cref="ConditionSet.Acknowledge"/> or <see cref="ConditionSet.Confirm"/>, once the PLC has confirmed. Bad: the
/// client gets that status.
/// </summary>
public delegate ValueTask<StatusCode> ConditionRequestHandler(ConditionRequest request, CancellationToken cancellationToken);
